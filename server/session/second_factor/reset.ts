import { hasFactor } from '#domain/session/second_factor.ts'
import { StartError } from '../../platform/config.ts'
import type { AnyCtx, AnyTx } from '../../platform/context.ts'
import { factorResetMail } from '../mails.ts'
import { lockAccountByEmail } from '../queries.ts'
import { endAccess } from '../shared_queries.ts'
import { deleteFactors, findFactors } from './shared_queries.ts'

/** Removes a user's second factors, ends their sessions and notifies them. */
export async function resetSecondFactor(tx: AnyTx, user: { id: number; name: string; email: string }) {
  await deleteFactors(tx, user.id)
  await endAccess(tx, user.id)
  await tx.audit('user.reset_second_factor', user)
  await tx.mail(factorResetMail(tx.config, user))
}

/** For a user who has lost it. Throws StartError if the user is unknown or has none. */
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
