import { type AnyCtx, context, type Services } from '../platform/context.ts'
import { sealOf } from './seal.ts'
import { addSeal, findEntriesBetween, findLastEntry, findLastSeal, takeTurn } from './seal_queries.ts'

/** So many entries a seal holds at most. */
const BATCH = 1_000

/** Of the patience of a lock; see findLastEntry. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Seals every entry that was written before now. While a long write goes on nothing is sealed; the next time comes soon. */
export async function sealEntries(services: Services): Promise<void> {
  const ctx = context(services, null)
  const to = await lastEntry(ctx)
  if (to !== null) while (await sealNext(ctx, to));
}

const lastEntry = (ctx: AnyCtx) =>
  ctx
    .write((tx) => {
      tx.unrecorded('Nothing is written.')
      return findLastEntry(tx)
    })
    .catch((error: { code?: unknown }) => {
      if (error.code === LOCK_NOT_AVAILABLE) return null
      throw error
    })

/** Seals the next entries up to an id; whether there may be more of them. */
const sealNext = (ctx: AnyCtx, to: number) =>
  ctx.write(async (tx) => {
    tx.unrecorded('A seal is over entries, and none itself.')
    if (!(await takeTurn(tx))) return false
    const last = await findLastSeal(tx)
    const entries = await findEntriesBetween(tx, { after: last?.last_id ?? null, to, limit: BATCH })
    if (entries.length > 0) await addSeal(tx, sealOf(last, entries, tx.now()))
    return entries.length === BATCH
  })

/** Up to when entries are sealed, and the number of the last seal; null before the first. */
export async function showSealed(ctx: AnyCtx) {
  const last = await findLastSeal(ctx.db)
  return last ? { number: last.number, at: last.made_at } : null
}
