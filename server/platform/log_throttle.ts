const LOG_INTERVAL_MS = 60_000

/** Logs a repeated failure at most once a minute, with the number of failures since the last line. */
export class LogThrottle {
  #loggedAt = Number.NEGATIVE_INFINITY
  #unloggedFailures = 0

  record(log: (failures: number) => void) {
    this.#unloggedFailures++
    if (performance.now() < this.#loggedAt + LOG_INTERVAL_MS) return
    log(this.#unloggedFailures)
    this.#loggedAt = performance.now()
    this.#unloggedFailures = 0
  }
}
