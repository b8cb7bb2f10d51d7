import { hasFactor } from '#domain/session/second_factor.ts'
import type { AnyCtx, AnyTx } from '../../platform/context.ts'
import { StartError } from '../../platform/start_error.ts'
import { factorResetMail } from '../mails.ts'
import { lockAccountByEmail } from '../queries.ts'
import { endAccess } from '../shared_queries.ts'
import { deleteFactors, findFactors } from './shared_queries.ts'

/** Takes a user's second factor away and ends their sessions; the user is told. */
export async function resetSecondFactor(tx: AnyTx, user: { id: number; name: string; email: string }) {
  await deleteFactors(tx, user.id)
  await endAccess(tx, user.id)
  await tx.audit('user.reset_second_factor', user)
  await tx.mail(factorResetMail(tx.config, user))
}

/** Takes the second factor of a user away who has lost it. Throws StartError for who is unknown or has none. */
export const resetSecondFactorCommand =
  (email: string, say: (line: string) => void) =>
  (ctx: AnyCtx): Promise<void> =>
    ctx.write(async (tx) => {
      const user = await lockAccountByEmail(tx, email)
      if (!user) throw new StartError(`There is no user ${email}.`)
      if (!hasFactor(await findFactors(tx, user.id))) throw new StartError(`${email} has no second factor.`)
      await resetSecondFactor(tx, user)
      say(
        `${email} signs in with the password alone now. Their sessions are ended, and they are told by mail.`,
      )
    })
