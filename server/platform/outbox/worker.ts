import type { Db } from '../context.ts'
import { LogThrottle } from '../log_throttle.ts'
import { newToken } from '../tokens.ts'
import { type Loops, type Sending, startLoops } from './loops.ts'
import { failLostMails, settleMail, type TakenMail, takeMail } from './queries.ts'
import { doubledWait } from './retries.ts'
import { DeliveryError, MAX_CONNECTIONS, type Transport } from './transport.ts'

export const MAX_TRIES = 10
const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
/** Longer than the transport's timeout. */
const LEASE_MS = 5 * MINUTE_MS

/** Milliseconds to wait after the n-th failure: 15 s, doubled each time, at most one hour. */
export const backoff = (tries: number) => doubledWait(tries, HOUR_MS)

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

/** Why a mail was not taken, without the addresses that the server's own words may hold. */
const whyOf = (error: Error) => (error instanceof DeliveryError ? error.cause : error.message)

interface Log {
  error(error: unknown): void
  warn(details: object, message: string): void
}

/** Sends mails as they become due, a few at a time; any number of processes may run a worker. */
export function startWorker(
  db: Db,
  transport: Transport,
  sender: () => Promise<string>,
  clock: () => Date,
  log: Log,
): Loops {
  const failureLog = new LogThrottle()
  /** Sends one mail and retries until its result is recorded; false when none was due. */
  const sendNext = async ({ taken, untilDone }: Sending) => {
    const delivered = await deliverNext(db, transport, await sender(), clock, taken)
    if (!delivered) return false
    const refused = delivered.failure ?? delivered.partly
    if (refused)
      failureLog.record((mails) =>
        log.warn({ mails, why: whyOf(refused) }, 'The mail server did not take a mail.'),
      )
    return untilDone(() => recordDelivery(db, delivered))
  }
  const loops = startLoops(MAX_CONNECTIONS, sendNext, log)
  return {
    async stop() {
      await loops.stop()
      transport.close()
    },
  }
}
