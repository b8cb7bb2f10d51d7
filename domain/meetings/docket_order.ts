import { type Attendance, type Docket, DocketModel, type DocketPlan } from './docket.ts'
import { boundLeavings } from './docket_bound.ts'
import { findBestOrder } from './docket_exact.ts'

/** Up to here the order is exact. */
const EXACT_ITEMS = 12

/** A suggested order: what it costs, and the fewest leavings that any order with as few violations can have. */
export interface DocketSuggestion extends DocketPlan {
  /** The proposals' ids in the suggested order. */
  order: number[]
  bound: number
  /** Whether no order has fewer violations. */
  fewest_violations: boolean
}

/**
 * The order of discussion in which leads and quorum are missing as seldom as possible, and then members leave as seldom
 * as possible. Exact up to `EXACT_ITEMS`. The answer depends on the docket alone; among equally good orders it keeps
 * near the given one.
 */
export function suggestOrder(docket: Docket): DocketSuggestion {
  const model = new DocketModel(docket)
  const isExact = model.size <= EXACT_ITEMS
  if (isExact) {
    const plan = model.plan(findBestOrder(model))
    return { ...plan, order: idsOf(plan), bound: plan.leavings, fewest_violations: true }
  }
  let order = searchOrder(model, 1)
  const { bound, fewestViolations } = boundLeavings(model, model.plan(order))
  const searches = model.moments.length > 2 ? SEARCHES_WITH_HOURS : SEARCHES
  for (let seed = 2; seed <= searches && model.plan(order).leavings > bound * NEAR; seed++) {
    const again = searchOrder(model, seed)
    if (model.cost(again) < model.cost(order)) order = again
  }
  const plan = model.plan(order)
  return { ...plan, order: idsOf(plan), bound, fewest_violations: fewestViolations }
}

const idsOf = ({ places }: DocketPlan) => places.map(({ id }) => id)

const MOVES_PER_ITEM = 4000
/** Searches at most, while the best order is not within `NEAR` of its bound; with hours each takes four times as long. */
const [SEARCHES, SEARCHES_WITH_HOURS] = [3, 1]
const NEAR = 1.02
/** Temperatures in leavings. */
const [HOT, COLD] = [0.3, 0.05]
/** As many proposals change place together. */
const MOVED_TOGETHER = 8

/** Simulated annealing with a fixed sequence of random numbers: segments are moved, turned round, and exchanged. */
export function searchOrder(model: DocketModel, seed: number): number[] {
  const { size } = model
  const given = Array.from({ length: size }, (_, item) => item)
  const candidates = [given, orderByHours(model)].map((order) => ({ order, cost: model.cost(order) }))
  const start = candidates[1]!.cost < candidates[0]!.cost ? candidates[1]! : candidates[0]!
  const search = new Search(model, start.order)
  const random = randomFrom(seed)
  const moves = size * MOVES_PER_ITEM
  let [best, cost] = [start.order, start.cost]
  for (let move = 0; move < moves; move++) {
    const temperature = HOT * (COLD / HOT) ** (move / moves)
    search.propose(random)
    const change = search.change()
    if (change <= 0 || random() < Math.exp(-change / temperature)) {
      search.accept(change)
      if (search.cost < cost) [best, cost] = [[...search.order], search.cost]
    }
  }
  const turned = [...best].reverse()
  return turned[0]! < best[0]! && model.cost(turned) === cost ? turned : best
}

const pick = (random: () => number, below: number) => Math.floor(random() * below)

/** An order under change. What a move changes lies in a window, outside which all times stay as they are. */
class Search {
  readonly model: DocketModel
  readonly order: Int32Array
  cost: number
  readonly #starts: Int32Array
  readonly #next: Int32Array
  #differences: Uint8Array = new Uint8Array()
  #kind = 0
  #from = 0
  #to = 0
  /** How many of the window's first items go behind its others. */
  #shift = 0

  constructor(model: DocketModel, order: readonly number[]) {
    this.model = model
    this.order = Int32Array.from(order)
    this.#next = new Int32Array(order.length)
    this.#starts = new Int32Array(order.length + 1)
    this.#setStarts(0, order.length - 1)
    this.cost = model.cost(order)
  }

  #setStarts(from: number, to: number) {
    for (let at = from; at <= to; at++)
      this.#starts[at + 1] = this.#starts[at]! + this.model.minutes[this.order[at]!]!
  }

  /** Chooses a random move: a window is turned round, its first or last few items change sides, or its ends do. */
  propose(random: () => number) {
    const size = this.order.length
    this.#kind = pick(random, 3)
    const a = pick(random, size)
    const b = (a + 1 + pick(random, size - 1)) % size
    this.#from = Math.min(a, b)
    this.#to = Math.max(a, b)
    const width = this.#to - this.#from + 1
    const few = 1 + pick(random, Math.min(MOVED_TOGETHER, width - 1))
    this.#shift = a < b ? few : width - few
  }

  /** How the cost changes with the move. */
  change(): number {
    const { model, order } = this
    const from = this.#from
    const to = this.#to
    const begin = from === 0 ? 0 : this.#starts[from - 1]!
    const end = this.#starts[Math.min(to + 2, order.length)]!
    // With the same people throughout only the edges count that the move makes and breaks, in either direction.
    const attendance = model.constantAttendance(begin, end)
    if (!attendance) {
      this.#write()
      return this.#costOf(this.#next) - this.#costOf(order)
    }
    this.#differences = model.differences(attendance)
    const outer = this.#swap(from - 1, from, to) + this.#swap(to + 1, to, from)
    if (this.#kind === 0) return outer / 2
    if (this.#kind === 1) {
      const cut = from + this.#shift
      const before = this.#swap(from - 1, from, cut)
      return (before + this.#swap(to, to + 1, from) + this.#swap(cut - 1, cut, to + 1)) / 2
    }
    if (to === from + 1) return outer / 2
    return (outer + this.#swap(from + 1, from, to) + this.#swap(to - 1, to, from)) / 2
  }

  /** How the differences change when a place gets another neighbour. */
  #swap(place: number, before: number, after: number): number {
    const row = this.#itemAt(place) * (this.model.size + 1)
    return this.#differences[row + this.#itemAt(after)]! - this.#differences[row + this.#itemAt(before)]!
  }

  #itemAt = (place: number) => this.order[place] ?? this.model.nothing

  accept(change: number) {
    this.#write()
    for (let at = this.#from; at <= this.#to; at++) this.order[at] = this.#next[at]!
    this.#setStarts(this.#from, this.#to)
    this.cost += change
  }

  /** Writes the window after the move. */
  #write() {
    const [order, next, from, to] = [this.order, this.#next, this.#from, this.#to]
    const width = to - from + 1
    for (let at = 0; at < width; at++) {
      const source = this.#kind === 0 ? width - 1 - at : this.#kind === 1 ? (at + this.#shift) % width : at
      next[from + at] = order[from + source]!
    }
    if (this.#kind === 2) {
      next[from] = order[to]!
      next[to] = order[from]!
    }
  }

  /** The cost of the window and of the item after it. */
  #costOf(order: Int32Array): number {
    const { model } = this
    let elapsed = this.#starts[this.#from]!
    let before = model.nothing
    let was: Attendance | null = null
    if (this.#from > 0) {
      before = this.order[this.#from - 1]!
      was = model.attendanceAt(this.#starts[this.#from - 1]!, before)
    }
    let sum = 0
    for (let at = this.#from; at <= this.#to; at++) {
      const item = order[at]!
      const is = model.attendanceAt(elapsed, item)
      sum += model.leavings(was ?? is, before, is, item) + is.violations[item]! * model.violationCost
      elapsed += model.minutes[item]!
      was = is
      before = item
    }
    const after = this.order[this.#to + 1]
    if (after === undefined) return sum
    return sum + model.leavings(was!, before, model.attendanceAt(elapsed, after), after)
  }
}

/** Takes next what can be taken now and has the fewest other moments left, so that leads and quorum are there. */
function orderByHours(model: DocketModel): number[] {
  const waiting = new Set(Array.from({ length: model.size }, (_, item) => item))
  /** The last start at which an item has its fewest violations, by item. */
  const latest = Array.from(waiting, (item) => {
    const starts = Array.from({ length: model.total - model.minutes[item]! + 1 }, (_, start) => start)
    const violations = starts.map((start) => model.attendanceAt(start, item).violations[item]!)
    return { fewest: Math.min(...violations), start: violations.lastIndexOf(Math.min(...violations)) }
  })
  const order: number[] = []
  let elapsed = 0
  while (waiting.size > 0) {
    let [best, key] = [-1, [0, 0]]
    for (const item of waiting) {
      const { fewest, start } = latest[item]!
      const more = model.attendanceAt(elapsed, item).violations[item]! - fewest
      if (best < 0 || more < key[0]! || (more === key[0] && start < key[1]!))
        [best, key] = [item, [more, start]]
    }
    waiting.delete(best)
    order.push(best)
    elapsed += model.minutes[best]!
  }
  return order
}

/** Pseudo-random numbers in [0, 1) from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
