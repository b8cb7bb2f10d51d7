import { groupBy } from '../../group_by.ts'
import type { FittingSamples, OpenRequest } from './problem.ts'

/** One requested sample; it may only have a fit from index `from` up to, but not including, `to`. */
interface Slot {
  request: number
  free: FittingSamples
  from: number
  to: number
  /** Index of its sample, or NONE. */
  has: number
}
const NONE = -1

/** A sample suggested for a request: indexes into `open` and `samples`, and the distance between the two. */
export interface Choice {
  request: number
  at: number
  far: number
}

/** Called before each proposal with the number already decided. */
export type OnProposal = (done: number, of: number) => void

/**
 * Serial dictatorship with augmenting paths: proposal by proposal in row order, as many requests as possible are served by
 * priority, then each gets its nearest sample, without making an earlier proposal worse off. Equally near samples may still
 * be exchanged while later proposals are decided, which serves the most requests at no one's expense.
 */
export function allocateByRank(
  open: readonly OpenRequest[],
  samples: number,
  onProposal: OnProposal = () => {},
): Choice[] {
  const matching = new SlotMatching(samples)
  const slots = open.flatMap(({ free, missing }, request) =>
    Array.from({ length: missing }, (): Slot => ({ request, free, from: 0, to: free.at.length, has: NONE })),
  )
  const proposals = [...groupBy(slots, ({ request }) => open[request]!.position).values()]
  for (const [done, own] of proposals.entries()) {
    onProposal(done, proposals.length)
    const served = own.filter((slot) => matching.serve(slot))
    for (const slot of served) matching.moveToNearest(slot)
  }
  return slots.flatMap(({ request, free, from, has }) =>
    has === NONE ? [] : [{ request, at: has, far: free.far[from]! }],
  )
}

/** Bipartite matching of slots and samples with augmenting paths. */
class SlotMatching {
  readonly #owner: (Slot | undefined)[]
  /** The number of the search that last visited a sample. */
  readonly #seen: Int32Array
  /** The slot from which it was visited. */
  readonly #from: (Slot | undefined)[]
  #search = 0
  /** The ranges of each list of fits that this search has scanned; requests with equal criteria share a list. */
  readonly #scanned = new Map<FittingSamples, Set<number>>()

  constructor(samples: number) {
    this.#owner = new Array(samples)
    this.#from = new Array(samples)
    this.#seen = new Int32Array(samples)
  }

  /** Gives a slot a sample within its bounds, moving other slots within theirs; returns whether there is an augmenting path. */
  serve(slot: Slot): boolean {
    this.#startSearch()
    return this.#augment(slot, slot.from, slot.to)
  }

  /** Moves a slot to the nearest sample that leaves all others served, and limits it to samples at that distance. */
  moveToNearest(slot: Slot) {
    const { free } = slot
    this.#owner[slot.has] = undefined
    slot.has = NONE
    this.#startSearch()
    for (let from = 0, to = 0; ; from = to) {
      while (to < free.at.length && free.far[to] === free.far[from]) to++
      if (!this.#augment(slot, from, to)) continue
      Object.assign(slot, { from, to })
      return
    }
  }

  #startSearch() {
    this.#search++
    this.#scanned.clear()
  }

  #augment(root: Slot, from: number, to: number): boolean {
    const queue = [root]
    for (let next = 0; next < queue.length; next++) {
      const slot = queue[next]!
      const [begin, end] = slot === root ? [from, to] : [slot.from, slot.to]
      if (slot !== root && this.#alreadyScanned(slot)) continue
      for (let i = begin; i < end; i++) {
        const sample = slot.free.at[i]!
        if (this.#seen[sample] === this.#search) continue
        this.#seen[sample] = this.#search
        this.#from[sample] = slot
        const owner = this.#owner[sample]
        if (owner) queue.push(owner)
        else return this.#applyPath(sample, root)
      }
    }
    return false
  }

  /** Slots with the same list and bounds are scanned once per search. */
  #alreadyScanned({ free, from, to }: Slot): boolean {
    const bounds = this.#scanned.get(free) ?? new Set()
    const key = from * (free.at.length + 1) + to
    if (bounds.has(key)) return true
    this.#scanned.set(free, bounds.add(key))
    return false
  }

  /** Gives each sample on the augmenting path to the slot that reached it. */
  #applyPath(last: number, root: Slot): true {
    for (let sample = last; ; ) {
      const slot = this.#from[sample]!
      const released = slot.has
      slot.has = sample
      this.#owner[sample] = slot
      if (slot === root) return true
      sample = released
    }
  }
}
