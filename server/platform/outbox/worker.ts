import type { Db } from '../context.ts'
import { deliverNext } from './deliver.ts'
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
  const work = async () => {
    while (running) {
      const busy = await (async () => deliverNext(db, transport, await sender(), clock))().catch((error) => {
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
