/** What goes on failing is said so often, in ms. */
const SAY_AGAIN = 60_000

/** Many failures of one kind and one line a minute in the log, which says how many there were. */
export class LogThrottle {
  #loggedAt = Number.NEGATIVE_INFINITY
  #unloggedFailures = 0

  /** Counts a failure; `say` is called with how many there were since the last line, if it is time for another. */
  record(say: (failures: number) => void) {
    this.#unloggedFailures++
    if (performance.now() < this.#loggedAt + SAY_AGAIN) return
    say(this.#unloggedFailures)
    this.#loggedAt = performance.now()
    this.#unloggedFailures = 0
  }
}
