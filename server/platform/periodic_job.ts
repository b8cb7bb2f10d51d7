interface Log {
  error(error: unknown): void
}

export interface Job {
  /** Asks the current run to end early, waits for it, and starts no other. */
  stop(): Promise<void>
}

/**
 * Runs `work` now and every `ms` milliseconds, never twice at a time; failures are logged and tried again next time. Its
 * signal is aborted when the job is stopped.
 */
export function runEvery(ms: number, work: (stopping: AbortSignal) => Promise<unknown>, log: Log): Job {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  const begin = () => {
    running ??= work(stopping.signal)
      .then(
        () => {},
        (error) => log.error(error),
      )
      .finally(() => {
        running = null
      })
  }
  begin()
  const timer = setInterval(begin, ms)
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
