const IDLE_MS = 1000

interface Log {
  error(error: unknown): void
}

/** What sends one thing that is due. */
export interface Sending {
  /** Called once something is taken, so that other loops look for more. */
  taken(): void
  /** Repeats `work` until it succeeds; false if the loops are stopped meanwhile. */
  untilDone(work: () => Promise<unknown>): Promise<boolean>
}

export interface Loops {
  /** Finishes what is being sent. */
  stop(): Promise<void>
}

/**
 * Runs `count` loops that call `sendNext`, which answers false when nothing is due. The first looks every second; the
 * others are woken when one has taken something.
 */
export function startLoops(count: number, sendNext: (sending: Sending) => Promise<boolean>, log: Log): Loops {
  let running = true
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
  const untilDone = async (work: () => Promise<unknown>) => {
    for (;;)
      try {
        await work()
        return true
      } catch (error) {
        log.error(error)
        if (!running) return false
        await sleep(IDLE_MS)
      }
  }
  const sendWhileRunning = async (_: unknown, hand: number) => {
    while (running) {
      const busy = await sendNext({ taken: wakeAll, untilDone }).catch((error) => {
        log.error(error)
        return false
      })
      if (!busy && running) await sleep(hand === 0 ? IDLE_MS : undefined)
    }
  }
  const ended = Promise.all(Array.from({ length: count }, sendWhileRunning))
  return {
    async stop() {
      running = false
      wakeAll()
      await ended
    },
  }
}
