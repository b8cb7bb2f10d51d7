import { notFound } from '#domain/errors.ts'
import type { AnyCtx } from '../context.ts'
import { networkOf, spend } from './throttle.ts'

/** Wrong links of e-mails from one network, of all kinds. A right one gives its try back. */
const WRONG_LINKS_AN_HOUR = { name: 'answer_link', points: 60, seconds: 3600 }

/**
 * What the link of an e-mail stands for, for callers who need not be signed in. Throws 'missing', alike for every link that
 * stands for nothing, and 'throttled'.
 */
export async function requireLinked<T>(ctx: AnyCtx, find: () => Promise<T | undefined>): Promise<T> {
  const tried =
    ctx.config.rateLimit > 0 ? await spend(ctx.db, WRONG_LINKS_AN_HOUR, networkOf(ctx.address)) : null
  const linked = await find()
  if (!linked) throw notFound()
  await tried?.refund()
  return linked
}
