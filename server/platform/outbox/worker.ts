import type { Db } from '../context.ts'
import { LogThrottle } from '../log_throttle.ts'
import { newToken } from '../tokens.ts'
import { failLostMails, settleMail, type TakenMail, takeMail } from './queries.ts'
import { DeliveryError, MAX_CONNECTIONS, type Transport } from './transport.ts'

export const MAX_TRIES = 10
const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
/** Longer than the transport's timeout. */
const LEASE_MS = 5 * MINUTE_MS

/** Milliseconds to wait after the n-th failure: 15 s, doubled each time, at most one hour. */
export const backoff = (tries: number) => Math.min(HOUR_MS, 15_000 * 2 ** (tries - 1))

interface DeliveryResult {
  mail: TakenMail
  /** Why it was not sent; null when it was. */
  failure: Error | null
  /** Why some of its recipients were refused; null when none was, or all were. */
  partly: DeliveryError | null
  at: Date
}

/**
 * Leases the mail that is due first and sends it, outside any transaction; null when none is due. The lease itself counts
 * as a try, so that a mail whose result is never recorded is still sent at most MAX_TRIES times.
 */
export async function deliverNext(
  db: Db,
  transport: Transport,
  from: string,
  clock: () => Date,
  onTaken = () => {},
): Promise<DeliveryResult | null> {
  const now = clock()
  const lease = { lease: newToken(), now, until: new Date(+now + LEASE_MS), max_tries: MAX_TRIES }
  const mail = await takeMail(db, lease)
  if (!mail) {
    await failLostMails(db, lease)
    return null
  }
  onTaken()
  try {
    const partly = await transport.deliver(mail, from)
    return { mail, failure: null, partly, at: clock() }
  } catch (error) {
    return { mail, failure: error as Error, partly: null, at: clock() }
  }
}

/** Records the result, unless the lease was taken over. */
export async function recordDelivery(db: Db, { mail, failure, partly, at }: DeliveryResult) {
  const final = failure instanceof DeliveryError && failure.final
  const change =
    failure === null
      ? ({
          state: 'sent',
          sent_at: at.toISOString(),
          last_error: partly?.message.slice(0, 1000) ?? null,
          ...(mail.secret && { body: '' }),
        } as const)
      : ({
          state: final || mail.tries >= MAX_TRIES ? 'failed' : 'waiting',
          due_at: new Date(+at + backoff(mail.tries)).toISOString(),
          last_error: failure.message.slice(0, 1000),
        } as const)
  await settleMail(db, mail, change)
}

const IDLE_MS = 1000

/** Why a mail was not taken, without the addresses that the server's own words may hold. */
const whyOf = (error: Error) => (error instanceof DeliveryError ? error.cause : error.message)

interface Log {
  error(error: unknown): void
  warn(details: object, message: string): void
}

interface Worker {
  /** Finishes the mails being sent. */
  stop(): Promise<void>
}

/** Sends mails as they become due, a few at a time; any number of processes may run a worker. */
export function startWorker(
  db: Db,
  transport: Transport,
  sender: () => Promise<string>,
  clock: () => Date,
  log: Log,
): Worker {
  let running = true
  const failureLog = new LogThrottle()
  const sleepers = new Set<() => void>()
  /** Resolves after `ms` or when woken. */
  const sleep = (ms?: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        sleepers.delete(wake)
        resolve()
      }
      const timer = ms === undefined ? undefined : setTimeout(wake, ms)
      sleepers.add(wake)
    })
  const wakeAll = () => {
    for (const wake of [...sleepers]) wake()
  }

  /** Sends one mail and retries until its result is recorded; false when none was due. */
  const sendNext = async () => {
    const delivered = await deliverNext(db, transport, await sender(), clock, wakeAll)
    if (!delivered) return false
    const refused = delivered.failure ?? delivered.partly
    if (refused)
      failureLog.record((mails) =>
        log.warn({ mails, why: whyOf(refused) }, 'The mail server did not take a mail.'),
      )
    for (;;)
      try {
        await recordDelivery(db, delivered)
        return true
      } catch (error) {
        log.error(error)
        if (!running) return false
        await sleep(IDLE_MS)
      }
  }
  /** The first loop polls every second; the others are woken when it finds a mail. */
  const sendWhileRunning = async (_: unknown, hand: number) => {
    while (running) {
      const busy = await sendNext().catch((error) => {
        log.error(error)
        return false
      })
      if (!busy && running) await sleep(hand === 0 ? IDLE_MS : undefined)
    }
  }
  const ended = Promise.all(Array.from({ length: MAX_CONNECTIONS }, sendWhileRunning))
  return {
    async stop() {
      running = false
      wakeAll()
      await ended
      transport.close()
    },
  }
}
