/** What goes on failing is said so often, in ms. */
const LOG_INTERVAL_MS = 60_000

/** Many failures of one kind and one line a minute in the log, which says how many there were. */
export class LogThrottle {
  #loggedAt = Number.NEGATIVE_INFINITY
  #unloggedFailures = 0

  /** Counts a failure; `say` is called with how many there were since the last line, if it is time for another. */
  record(log: (failures: number) => void) {
    this.#unloggedFailures++
    if (performance.now() < this.#loggedAt + LOG_INTERVAL_MS) return
    log(this.#unloggedFailures)
    this.#loggedAt = performance.now()
    this.#unloggedFailures = 0
  }
}
