import { groupBy } from '../../group_by.ts'
import type { FittingSamples, OpenRequest } from './problem.ts'

/** One sample that a request asks for; `from` and `to` bound which of its fits it may have. */
interface Slot {
  request: number
  free: FittingSamples
  from: number
  to: number
  /** The place of its sample, or NONE. */
  has: number
}
const NONE = -1

/** Which sample is suggested for a request, both by their place; `far` is how far it is from what was asked. */
export interface Choice {
  request: number
  at: number
  far: number
}

/** Tells that so many proposals of all are decided. */
export type OnProposal = (done: number, of: number) => void

/**
 * The allocation strictly by rank: proposal by proposal in their order, first as many of its requests by priority as can
 * be served, then for each in turn the nearest sample; nobody decided before gets less. What is as near to the one as
 * another may still be exchanged while those below are decided, so that it costs nobody anything and serves most.
 */
export function allocateByRank(
  open: readonly OpenRequest[],
  samples: number,
  decided: OnProposal = () => {},
): Choice[] {
  const seats = new SlotMatching(samples)
  const slots = open.flatMap(({ free, missing }, request) =>
    Array.from({ length: missing }, (): Slot => ({ request, free, from: 0, to: free.at.length, has: NONE })),
  )
  const proposals = [...groupBy(slots, ({ request }) => open[request]!.position).values()]
  for (const [done, own] of proposals.entries()) {
    decided(done, proposals.length)
    const served = own.filter((slot) => seats.seat(slot))
    for (const slot of served) seats.bringNearer(slot)
  }
  return slots.flatMap(({ request, free, from, has }) =>
    has === NONE ? [] : [{ request, at: has, far: free.far[from]! }],
  )
}

/** Who sits where, and how all can move up for one more: augmenting paths through the samples. */
class SlotMatching {
  readonly #owner: (Slot | undefined)[]
  /** The search in which a sample was last come by, and from which slot. */
  readonly #seen: Int32Array
  readonly #from: (Slot | undefined)[]
  #search = 0
  /** The bounds between which lists of fits were looked through in this search: requests alike share a list. */
  readonly #looked = new Map<FittingSamples, Set<number>>()

  constructor(samples: number) {
    this.#owner = new Array(samples)
    this.#from = new Array(samples)
    this.#seen = new Int32Array(samples)
  }

  /** Seats a slot within its bounds, moving others within theirs where it must; false when there is no way. */
  seat(slot: Slot): boolean {
    this.#begin()
    return this.#find(slot, slot.from, slot.to)
  }

  /** Moves a slot to the nearest sample at which all others stay served, and binds it to what is as near. */
  bringNearer(slot: Slot) {
    const { free } = slot
    this.#owner[slot.has] = undefined
    slot.has = NONE
    this.#begin()
    for (let from = 0, to = 0; ; from = to) {
      while (to < free.at.length && free.far[to] === free.far[from]) to++
      if (!this.#find(slot, from, to)) continue
      Object.assign(slot, { from, to })
      return
    }
  }

  #begin() {
    this.#search++
    this.#looked.clear()
  }

  #find(root: Slot, from: number, to: number): boolean {
    const queue = [root]
    for (let next = 0; next < queue.length; next++) {
      const slot = queue[next]!
      const [begin, end] = slot === root ? [from, to] : [slot.from, slot.to]
      if (slot !== root && this.#lookedThrough(slot)) continue
      for (let i = begin; i < end; i++) {
        const sample = slot.free.at[i]!
        if (this.#seen[sample] === this.#search) continue
        this.#seen[sample] = this.#search
        this.#from[sample] = slot
        const owner = this.#owner[sample]
        if (owner) queue.push(owner)
        else return this.#moveUp(sample, root)
      }
    }
    return false
  }

  /** Slots that may have the same need looking through but once: all of it was seen. */
  #lookedThrough({ free, from, to }: Slot): boolean {
    const bounds = this.#looked.get(free) ?? new Set()
    const key = from * (free.at.length + 1) + to
    if (bounds.has(key)) return true
    this.#looked.set(free, bounds.add(key))
    return false
  }

  /** Hands each sample on the way to the one that came by it. */
  #moveUp(last: number, root: Slot): true {
    for (let sample = last; ; ) {
      const slot = this.#from[sample]!
      const left = slot.has
      slot.has = sample
      this.#owner[sample] = slot
      if (slot === root) return true
      sample = left
    }
  }
}
