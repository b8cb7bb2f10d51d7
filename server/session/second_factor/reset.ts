import type { AnyTx } from '../../platform/context.ts'
import { endAccess } from '../access_sql.ts'
import { dropFactors } from './factors_sql.ts'
import { factorResetMail } from './mails.ts'

/** Takes a user's second factor away and ends their sessions; the user is told. */
export async function resetSecondFactor(tx: AnyTx, user: { id: number; name: string; email: string }) {
  await dropFactors(tx, user.id)
  await endAccess(tx, user.id)
  await tx.audit('user.reset_second_factor', user)
  await tx.mail(factorResetMail(tx.config, user))
}
