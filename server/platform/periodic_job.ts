interface Log {
  error(error: unknown): void
}

export interface Job {
  /** Waits for the current run and starts no other. */
  stop(): Promise<void>
}

/**
 * Runs `work` now and every `ms` milliseconds, never twice at a time; failures are logged and tried again next time.
 */
export function runEvery(ms: number, work: () => Promise<unknown>, log: Log): Job {
  let running: Promise<void> | null = null
  const begin = () => {
    running ??= work()
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
      await running
    },
  }
}
