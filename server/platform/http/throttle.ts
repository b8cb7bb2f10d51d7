import { CompiledQuery } from 'kysely'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Fault } from '#domain/errors.ts'
import type { Db } from '../context.ts'
import { hashToken } from '../tokens.ts'

const throttled = (reason: unknown): Fault => {
  if (!(reason instanceof RateLimiterRes)) throw reason
  return new Fault('throttled', undefined, {
    details: { retry_after: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) },
  })
}

export interface Limit {
  name: string
  /** How often within `seconds`. */
  points: number
  seconds: number
}

/** A limit kept in the database, shared by all processes. */
function limiter(db: Db, { name, points, seconds }: Limit) {
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) =>
      db.executeQuery(CompiledQuery.raw(text, values)),
  }
  return new RateLimiterPostgres({
    storeClient,
    storeType: 'client',
    tableName: 'throttles',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  })
}

/** Spends one of a limit for a key, or throws 'throttled'; answers how to give it back. */
export async function spend(db: Db, limit: Limit, key: string): Promise<() => Promise<void>> {
  const counter = limiter(db, limit)
  const hashed = hashToken(key)
  try {
    await counter.consume(hashed)
  } catch (reason) {
    throw throttled(reason)
  }
  return async () => void (await counter.reward(hashed))
}

/** Spends one of a limit for a key, and whether there was one left. */
export const isWithin = (db: Db, limit: Limit, key: string): Promise<boolean> =>
  spend(db, limit, key).then(
    () => true,
    (fault: unknown) => {
      if (fault instanceof Fault && fault.kind === 'throttled') return false
      throw fault
    },
  )

/** The general limit of one process: so many calls a minute for each user or address; 0 lifts it. */
export function generalLimit(points: number): (key: string) => Promise<void> {
  if (points === 0) return async () => {}
  const counter = new RateLimiterMemory({ points, duration: 60 })
  return async (key) => {
    try {
      await counter.consume(key)
    } catch (reason) {
      throw throttled(reason)
    }
  }
}
