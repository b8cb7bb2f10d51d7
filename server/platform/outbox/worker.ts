import type { Db } from '../context.ts'
import { deliverNext, noteDelivered } from './deliver.ts'
import type { Transport } from './transport.ts'

const IDLE_MS = 1000

interface Log {
  error(error: unknown): void
}

export interface Worker {
  /** Finishes the mail in hand and ends. */
  stop(): Promise<void>
}

/** Sends mails as they come due, one after the other; every process may run one. */
export function startWorker(
  db: Db,
  transport: Transport,
  sender: () => Promise<string>,
  clock: () => Date,
  log: Log,
): Worker {
  let running = true
  let wake = () => {}
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, IDLE_MS)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  /** Sends one mail, and does not let go of what became of it before it is noted down; whether there was one. */
  const once = async () => {
    const delivered = await deliverNext(db, transport, await sender(), clock)
    if (!delivered) return false
    for (;;)
      try {
        await noteDelivered(db, delivered)
        return true
      } catch (error) {
        log.error(error)
        if (!running) return false
        await rest()
      }
  }
  const work = async () => {
    while (running) {
      const busy = await once().catch((error) => {
        log.error(error)
        return false
      })
      if (!busy && running) await rest()
    }
    transport.close()
  }
  const ended = work()
  return {
    async stop() {
      running = false
      wake()
      await ended
    },
  }
}
