import { Fault } from '#domain/errors.ts'

/** In how many seconds there may be room again. */
const ROOM_IN = 10

/** How much one user has under way at the same time. */
export class PerUserConcurrencyLimit {
  readonly #most: number
  readonly #open = new Map<number, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Takes one place of a user's, or throws 'throttled'; answers how to give it back. */
  enter(user: number): () => void {
    const open = this.#open.get(user) ?? 0
    if (open >= this.#most) throw new Fault('throttled', undefined, { details: { retry_after: ROOM_IN } })
    this.#open.set(user, open + 1)
    return () => {
      const left = this.#open.get(user)! - 1
      if (left > 0) this.#open.set(user, left)
      else this.#open.delete(user)
    }
  }
}
