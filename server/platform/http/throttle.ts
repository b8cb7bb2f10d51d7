import { isIP, isIPv6 } from 'node:net'
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

interface Limit {
  name: string
  /** Allowed uses within `seconds`. */
  points: number
  seconds: number
}

/** Counts in the database, shared by all processes. */
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

interface Spent {
  /** Points that are left. */
  left: number
  /** Gives the point back. */
  refund(): Promise<void>
}

/** Uses one point of the limit for `key`, or throws 'throttled'. */
export async function spend(db: Db, limit: Limit, key: string): Promise<Spent> {
  const counter = limiter(db, limit)
  const hashed = hashToken(key)
  try {
    const { remainingPoints: left } = await counter.consume(hashed)
    return { left, refund: async () => void (await counter.reward(hashed)) }
  } catch (reason) {
    throw throttled(reason)
  }
}

/** Uses one point of the limit for `key`; false when none was left. */
export const isWithin = (db: Db, limit: Limit, key: string): Promise<boolean> =>
  spend(db, limit, key).then(
    () => true,
    (fault: unknown) => {
      if (fault instanceof Fault && fault.kind === 'throttled') return false
      throw fault
    },
  )

/** Requests per minute and key, counted in this process; 0 means no limit. */
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

const RETRY_AFTER_SECONDS = 10

export class PerUserConcurrencyLimit {
  readonly #max: number
  readonly #open = new Map<number, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Throws 'throttled' at the limit; call the result when the work is done. */
  enter(user: number): () => void {
    const open = this.#open.get(user) ?? 0
    if (open >= this.#max)
      throw new Fault('throttled', undefined, { details: { retry_after: RETRY_AFTER_SECONDS } })
    this.#open.set(user, open + 1)
    return () => {
      const left = this.#open.get(user)! - 1
      if (left > 0) this.#open.set(user, left)
      else this.#open.delete(user)
    }
  }
}

const IPV4_MAPPED = /^::ffff:(?=\d+\.)/iu

/** The address as people write it: an IPv4 address is one also where it came in over IPv6. */
export const plainAddress = (address: string) => address.replace(IPV4_MAPPED, '')

/** Some proxies add the port of the client: 192.0.2.7:51234, [2001:db8::1]:51234. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::\d+)?$/u

interface Client {
  ip: string | undefined
  socket?: { remoteAddress?: string | undefined }
}

/**
 * The client's IP address, as the trusted proxies say; the connection's own where they say none. Empty once the client
 * has disconnected: `ip` is undefined then, whatever its type says.
 */
export function addressOf({ ip, socket }: Client): string {
  const { v4, v6 } = WITH_PORT.exec(ip ?? '')?.groups ?? {}
  const told = v4 ?? v6 ?? ip ?? ''
  return plainAddress(isIP(told) ? told : (socket?.remoteAddress ?? ''))
}

/** The key for limits by address: the IPv4 address, or the /64 of an IPv6 address, which one customer controls. */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('%')[0]!.split('::')
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean))
  const zeros = Array(Math.max(0, 8 - before!.length - after!.length)).fill('0')
  const groups = [...before!, ...zeros, ...after!].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
