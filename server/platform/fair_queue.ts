import { Fault } from '#domain/errors.ts'

const TOO_MANY_WAITING =
  'Several of your files are being worked on already. Please try again when they are done.'
/** In how many seconds it is worth trying again. */
const RETRY_AFTER_SECONDS = 15

/**
 * Lets so many pieces of work run at once, one of each user, the users in turn: nobody waits for more than the work in
 * hand and one piece of everybody else's.
 */
export class FairQueue {
  readonly #maxRunning: number
  readonly #maxWaitingPerUser: number
  readonly #running = new Set<number>()
  /** Who waits, whose turn is next first. */
  readonly #waiting = new Map<number, (() => void)[]>()

  constructor(maxRunning: number, maxWaitingPerUser: number) {
    this.#maxRunning = maxRunning
    this.#maxWaitingPerUser = maxWaitingPerUser
  }

  /** Does a user's work in its turn. Throws 'throttled' when too much of that user's waits already. */
  async run<T>(user: number, work: () => Promise<T>): Promise<T> {
    await this.#waitForTurn(user)
    try {
      return await work()
    } finally {
      this.#running.delete(user)
      this.#startNext()
    }
  }

  async #waitForTurn(user: number) {
    const own = this.#waiting.get(user) ?? []
    if (own.length >= this.#maxWaitingPerUser)
      throw new Fault('throttled', TOO_MANY_WAITING, { details: { retry_after: RETRY_AFTER_SECONDS } })
    await new Promise<void>((start) => {
      own.push(start)
      this.#waiting.set(user, own)
      this.#startNext()
    })
  }

  /** Starts what can be started; who had a turn goes behind the others. */
  #startNext() {
    for (const [user, own] of this.#waiting) {
      if (this.#running.size >= this.#maxRunning) return
      if (this.#running.has(user)) continue
      this.#waiting.delete(user)
      const first = own.shift()
      if (own.length > 0) this.#waiting.set(user, own)
      this.#running.add(user)
      first?.()
    }
  }
}
