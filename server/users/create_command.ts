import { personShape } from '#domain/users/person.ts'
import type { AnyCtx } from '../platform/context.ts'
import { StartError } from '../platform/start_error.ts'
import { createAdministrator } from './service.ts'

/** Makes the first administrator and says the password. Throws StartError for what is no e-mail, or is taken. */
export function createCommand(email: string, say: (line: string) => void) {
  const checked = personShape().email.safeParse(email)
  if (!checked.success) throw new StartError(`${email} is not an e-mail address.`)
  return async (ctx: AnyCtx) => {
    const password = await createAdministrator(ctx, checked.data)
    if (password === null) throw new StartError(`There is a user ${email} already.`)
    say(`The administrator ${email} can sign in once with this password and then change it:\n${password}`)
  }
}
