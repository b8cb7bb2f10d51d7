import { groupBy } from '../../group_by.ts'
import type { FittingSamples, OpenRequest } from './problem.ts'

/** Free samples that fit a request: first those that no proposal asks for by name, each part nearest first. */
interface RankedFits extends FittingSamples {
  /** How many of them no proposal asks for by name. */
  unnamed: number
}

/** One requested sample; it may only have a fit from index `from` up to, but not including, `to`. */
interface Slot {
  request: number
  free: RankedFits
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
 * priority; then each leaves samples that are asked for by name to those requests, if others serve it too; then each gets its
 * nearest sample, without making an earlier proposal worse off. Equally near samples may still be exchanged while later
 * proposals are decided, which serves the most requests at no one's expense.
 */
export function allocateByRank(
  open: readonly OpenRequest[],
  samples: number,
  onProposal: OnProposal = () => {},
): Choice[] {
  const matching = new SlotMatching(samples)
  const rankedFits = namedLast(open)
  const slots = open.flatMap(({ free, missing }, request) => {
    const ranked = rankedFits(free)
    return Array.from(
      { length: missing },
      (): Slot => ({
        ...{ request, free: ranked, from: 0, to: ranked.at.length, has: NONE },
      }),
    )
  })
  const proposals = [...groupBy(slots, ({ request }) => open[request]!.position).values()]
  for (const [done, own] of proposals.entries()) {
    onProposal(done, proposals.length)
    const served = own.filter((slot) => matching.serve(slot))
    for (const slot of served) matching.leaveNamed(slot)
    for (const slot of served) matching.moveToNearest(slot)
  }
  return slots.flatMap(({ request, free, from, has }) =>
    has === NONE ? [] : [{ request, at: has, far: free.far[from]! }],
  )
}

/** Puts the samples that are asked for by name last; requests with equal criteria still share one list. */
function namedLast(open: readonly OpenRequest[]) {
  const named = new Set(
    open.flatMap(({ request, free }) => (request.sample_id === null ? [] : Array.from(free.at))),
  )
  const known = new Map<FittingSamples, RankedFits>()
  return (free: FittingSamples): RankedFits => {
    const ranked = known.get(free) ?? sortNamedLast(free, named)
    known.set(free, ranked)
    return ranked
  }
}

function sortNamedLast({ at, far }: FittingSamples, named: ReadonlySet<number>): RankedFits {
  const order = Array.from(at.keys())
  const unnamed = order.filter((i) => !named.has(at[i]!))
  const all = [...unnamed, ...order.filter((i) => named.has(at[i]!))]
  return {
    at: Int32Array.from(all, (i) => at[i]!),
    far: Float64Array.from(all, (i) => far[i]!),
    unnamed: unnamed.length,
  }
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

  /** Limits a slot to samples that are not asked for by name, if that leaves all others served; else to those that are. */
  leaveNamed(slot: Slot) {
    const { unnamed } = slot.free
    if (unnamed === 0 || unnamed === slot.free.at.length) return
    this.#release(slot)
    const spared = this.#augment(slot, 0, unnamed)
    if (spared) slot.to = unnamed
    else {
      this.#augment(slot, unnamed, slot.to)
      slot.from = unnamed
    }
  }

  /** Moves a slot to the nearest of its samples that leaves all others served, and limits it to samples at that distance. */
  moveToNearest(slot: Slot) {
    const { free, to: end } = slot
    this.#release(slot)
    for (let from = slot.from, to = from; ; from = to) {
      while (to < end && free.far[to] === free.far[from]) to++
      if (!this.#augment(slot, from, to)) continue
      Object.assign(slot, { from, to })
      return
    }
  }

  /** Takes the sample of a slot away and starts a search for another. */
  #release(slot: Slot) {
    this.#owner[slot.has] = undefined
    slot.has = NONE
    this.#startSearch()
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
