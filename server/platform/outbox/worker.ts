import type { Db } from '../context.ts'
import { LogThrottle } from '../log_throttle.ts'
import { deliverNext, noteDelivered } from './deliver.ts'
import { CONNECTIONS, type Transport } from './transport.ts'

const IDLE_MS = 1000

interface Log {
  error(error: unknown): void
  warn(details: object, message: string): void
}

export interface Worker {
  /** Finishes the mails in hand and ends. */
  stop(): Promise<void>
}

/** Sends mails as they come due, a few at a time; every process may run one. */
export function startWorker(
  db: Db,
  transport: Transport,
  sender: () => Promise<string>,
  clock: () => Date,
  log: Log,
): Worker {
  let running = true
  const refusals = new LogThrottle()
  const resting = new Set<() => void>()
  /** Until it is woken, or so many milliseconds are over. */
  const rest = (ms?: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        resting.delete(wake)
        resolve()
      }
      const timer = ms === undefined ? undefined : setTimeout(wake, ms)
      resting.add(wake)
    })
  const wakeAll = () => {
    for (const wake of [...resting]) wake()
  }

  /** Sends one mail, and does not let go of what became of it before it is noted down; whether there was one. */
  const once = async () => {
    const delivered = await deliverNext(db, transport, await sender(), clock, wakeAll)
    if (!delivered) return false
    const { failure, partly } = delivered
    if (failure ?? partly)
      refusals.record((mails) =>
        log.warn({ mails, why: failure ?? partly }, 'The mail server did not take a mail.'),
      )
    for (;;)
      try {
        await noteDelivered(db, delivered)
        return true
      } catch (error) {
        log.error(error)
        if (!running) return false
        await rest(IDLE_MS)
      }
  }
  /** The first pair of hands looks for work every second; the others come when there is some. */
  const work = async (_: unknown, hand: number) => {
    while (running) {
      const busy = await once().catch((error) => {
        log.error(error)
        return false
      })
      if (!busy && running) await rest(hand === 0 ? IDLE_MS : undefined)
    }
  }
  const ended = Promise.all(Array.from({ length: CONNECTIONS }, work))
  return {
    async stop() {
      running = false
      wakeAll()
      await ended
      transport.close()
    },
  }
}
