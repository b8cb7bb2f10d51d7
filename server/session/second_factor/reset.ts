import type { AnyTx } from '../../platform/context.ts'
import { factorResetMail } from '../mails.ts'
import { countAccess, endAccess } from '../shared_queries.ts'
import { deleteFactors } from './shared_queries.ts'

/** Removes a user's second factors, ends their access and notifies them. Returns what ended. */
export async function resetSecondFactor(tx: AnyTx, user: { id: number; name: string; email: string }) {
  const ended = await countAccess(tx, user.id, tx.now())
  await deleteFactors(tx, user.id)
  await endAccess(tx, user.id)
  await tx.audit('user.reset_second_factor', user)
  await tx.mail(factorResetMail(tx.config, user, ended))
  return ended
}
