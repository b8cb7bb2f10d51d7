import { invalid, notFound } from '#domain/errors.ts'
import type { Factors } from '#domain/session/second_factor.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { holdUser } from '../queries.ts'
import { ownHash } from '../sign_in.ts'
import { findFactors } from './factors_sql.ts'

/** The owner's account and what they have set up; nothing of it changes until the write ends. */
async function holdOwn(tx: Tx) {
  const user = await holdUser(tx, tx.actor.id)
  if (!user) throw notFound()
  return { user, factors: await findFactors(tx, user.id) }
}
type Own = {
  user: { id: number; name: string; email: string; password_hash: string | null }
  factors: Factors
}

/** A verb on the own second factor: on the account as it is held. */
export const onOwn = <T>(ctx: Ctx, work: (tx: Tx, own: Own) => Promise<T>): Promise<T> =>
  ctx.write(async (tx) => work(tx, await holdOwn(tx)))

const notRight = () => invalid({ password: 'The password is not right.' })

/**
 * The same for what asks for the password, which is still the user's when it is done; a wrong one counts as a failed sign-in
 * does. Throws 'invalid'.
 */
export async function byPassword<T>(ctx: Ctx, password: string, work: (tx: Tx, own: Own) => Promise<T>) {
  const present = await ownHash(ctx, password)
  if (present === null) throw notRight()
  return onOwn(ctx, async (tx, own) => {
    if (own.user.password_hash !== present) throw notRight()
    return work(tx, own)
  })
}
