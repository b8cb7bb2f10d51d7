import { invalid, missing } from '#domain/errors.ts'
import type { Factors } from '#domain/session/second_factor.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { holdUser } from '../queries.ts'
import { isOwnPassword } from '../sign_in.ts'
import { findFactors } from './factors_sql.ts'

/** The owner's account and what they have set up; nothing of it changes until the write ends. */
async function holdOwn(tx: Tx) {
  const user = await holdUser(tx, tx.actor.id)
  if (!user) throw missing()
  return { user, factors: await findFactors(tx, user.id) }
}
type Own = { user: { id: number; name: string; email: string }; factors: Factors }

/** A verb on the own second factor: on the account as it is held. */
export const onOwn = <T>(ctx: Ctx, work: (tx: Tx, own: Own) => Promise<T>): Promise<T> =>
  ctx.write(async (tx) => work(tx, await holdOwn(tx)))

/** The same for what asks for the password; a wrong one counts as a failed sign-in does. Throws 'invalid'. */
export async function byPassword<T>(ctx: Ctx, password: string, work: (tx: Tx, own: Own) => Promise<T>) {
  if (!(await isOwnPassword(ctx, password))) throw invalid({ password: 'The password is not right.' })
  return onOwn(ctx, work)
}
