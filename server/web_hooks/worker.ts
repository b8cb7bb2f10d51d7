import { durationMs } from '#domain/session/durations.ts'
import { context, type Services, type Tx } from '../platform/context.ts'
import { LogThrottle } from '../platform/log_throttle.ts'
import { type Loops, type Sending, startLoops } from '../platform/outbox/loops.ts'
import { doubledWait } from '../platform/outbox/retries.ts'
import { newToken } from '../platform/tokens.ts'
import {
  deleteDeliveriesBefore,
  failForbiddenDeliveries,
  failLostDeliveries,
  findOfficeEmails,
  forgetSecretsBefore,
  lockHookOfDelivery,
  lockToTake,
  setFailing,
  setSwitchedOff,
  settleDelivery,
  setWorking,
  type TakenDelivery,
  takeDelivery,
} from './delivery_queries.ts'
import { switchedOffMail } from './mails.ts'
import { SEND_TIMEOUT_MS, type SendResult, sendEvent } from './send.ts'

export const MAX_TRIES = 20
const HOUR_MS = 60 * 60 * 1000
const MAX_WAIT_MS = 6 * HOUR_MS
/** Longer than a try takes. */
export const LEASE_MS = 4 * SEND_TIMEOUT_MS
/** Tries at the same time, of this process. */
const LOOPS = 4
/** At the same time to one web hook, so that a slow one leaves others their turn. */
const MAX_PER_HOOK = 2

/** Milliseconds to wait after the n-th failure: 15 s, doubled each time, at most six hours; two and a half days in all. */
export const backoff = (tries: number) => doubledWait(tries, MAX_WAIT_MS)

export interface DeliveryResult extends SendResult {
  delivery: TakenDelivery
  at: Date
}

/** The body, the same at every try. */
const bodyOf = ({ id, event, occurred_at, data }: TakenDelivery) =>
  JSON.stringify({ type: event, timestamp: new Date(occurred_at).toISOString(), sequence: id, data })

const secretsOf = ({ secret, previous_secret, previous_until }: TakenDelivery, now: Date) =>
  previous_secret !== null && +now < Date.parse(previous_until!) ? [secret, previous_secret] : [secret]

/**
 * Leases the delivery that is due first and sends it, outside any transaction; null when none is due. The lease itself
 * counts as a try.
 */
export async function sendNext(services: Services, onTaken = () => {}): Promise<DeliveryResult | null> {
  const { db, clock, config } = services
  const now = clock()
  const lease = {
    lease: newToken(),
    now,
    until: new Date(+now + LEASE_MS),
    max_tries: MAX_TRIES,
    max_per_hook: MAX_PER_HOOK,
    max_wait_ms: MAX_WAIT_MS + HOUR_MS,
  }
  const delivery = await context(services, null).write(async (tx) => {
    tx.skipAudit('A try is recorded with its delivery.')
    await lockToTake(tx)
    return takeDelivery(tx, lease)
  })
  if (!delivery) {
    await failLostDeliveries(db, lease)
    await failForbiddenDeliveries(db)
    return null
  }
  onTaken()
  const { url, message_id } = delivery
  const event = { url, message_id, body: bodyOf(delivery), secrets: secretsOf(delivery, now), at: now }
  return { delivery, ...(await sendEvent(event, config.webHooks)), at: clock() }
}

/**
 * Records the result, unless the lease was taken over. A web hook to which no try has succeeded for two days is switched
 * off, and the office is mailed.
 */
export const recordResult = (services: Services, { delivery, status, failure, at }: DeliveryResult) =>
  context(services, null).write(async (tx) => {
    tx.skipAudit('A try is recorded with its delivery.')
    await lockHookOfDelivery(tx, delivery.hook_id)
    const again = delivery.tries < MAX_TRIES ? new Date(+at + backoff(delivery.tries)) : null
    const settled = { delivered: failure === null, status, failure, at, again }
    if (!(await settleDelivery(tx, delivery, settled))) return
    if (delivery.event === 'web_hook.test' && failure !== null) return
    if (failure === null) await setWorking(tx, delivery.hook_id)
    else await countFailure(tx as unknown as Tx, delivery.hook_id, failure, at)
  })

async function countFailure(tx: Tx, hook_id: number, failure: string, at: Date) {
  const hook = await setFailing(tx, hook_id, at)
  if (!hook || +at - Date.parse(hook.failing_since) < durationMs('web_hook_failing')) return
  await setSwitchedOff(tx, hook_id)
  await tx.audit('web_hook.switch_off', hook, { state: 'failing', failing_since: hook.failing_since })
  const office = await findOfficeEmails(tx)
  if (office.length > 0) await tx.mail(switchedOffMail(tx.config, office, hook, failure))
}

interface Log {
  error(error: unknown): void
  warn(details: object, message: string): void
}

/** Sends events as they become due, a few at a time; any number of processes may run a worker. */
export function startWebHookWorker(services: Services, log: Log): Loops {
  const failureLog = new LogThrottle()
  const send = async ({ taken, untilDone }: Sending) => {
    const result = await sendNext(services, taken)
    if (!result) return false
    if (result.failure !== null)
      failureLog.record((deliveries) =>
        log.warn(
          { deliveries, hook: result.delivery.hook_id, why: result.failure },
          'A web hook did not take an event.',
        ),
      )
    return untilDone(() => recordResult(services, result))
  }
  return startLoops(LOOPS, send, log)
}

/** Deletes deliveries after 30 days, and former secrets that sign no more. */
export async function forgetOldDeliveries({ db, clock }: Services) {
  const now = clock()
  await deleteDeliveriesBefore(db, new Date(+now - durationMs('web_hook_delivery')))
  await forgetSecretsBefore(db, now)
}
