/** What goes on failing is said so often, in ms. */
const SAY_AGAIN = 60_000

/** Many failures of one kind and one line a minute in the log, which says how many there were. */
export class LogThrottle {
  #saidAt = Number.NEGATIVE_INFINITY
  #unsaid = 0

  /** Counts a failure; `say` is called with how many there were since the last line, if it is time for another. */
  record(say: (failures: number) => void) {
    this.#unsaid++
    if (performance.now() < this.#saidAt + SAY_AGAIN) return
    say(this.#unsaid)
    this.#saidAt = performance.now()
    this.#unsaid = 0
  }
}
