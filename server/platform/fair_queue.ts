import { Fault } from '#domain/errors.ts'

const TOO_MANY_WAITING =
  'Several of your files are being worked on already. Please try again when they are done.'
const RETRY_AFTER_SECONDS = 15

/** Runs at most `maxRunning` jobs at once and one per user, serving users round-robin. */
export class FairQueue {
  readonly #maxRunning: number
  readonly #maxWaitingPerUser: number
  readonly #running = new Set<number>()
  /** Waiting jobs by user, in the order in which users are served. */
  readonly #waiting = new Map<number, (() => void)[]>()

  constructor(maxRunning: number, maxWaitingPerUser: number) {
    this.#maxRunning = maxRunning
    this.#maxWaitingPerUser = maxWaitingPerUser
  }

  /** Throws 'throttled' when too many jobs of this user are waiting. */
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

  /** A user whose job starts moves to the end of the order. */
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
