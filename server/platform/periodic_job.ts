interface Log {
  error(error: unknown): void
}

export interface Job {
  /** Lets the work in hand end, and begins no more. */
  stop(): Promise<void>
}

/** Does some work now and then every so many milliseconds, never twice at a time; what fails is tried the next time. */
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
