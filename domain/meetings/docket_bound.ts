import { type Attendance, type DocketItem, DocketModel, type DocketPlan } from './docket.ts'
import { findBestOrder } from './docket_exact.ts'

export interface DocketBound {
  /** No order with as few violations has fewer leavings. */
  bound: number
  /** Whether it is proved that no order has fewer violations. */
  fewestViolations: boolean
}

/**
 * A time in which an item can lie: within a phase, between the moments at which members come and go, or across several.
 * `capacity` in minutes.
 */
interface Slot {
  attendance: Attendance
  first: number
  last: number
  capacity: number
}

/** Rounds of ascent without and with hours; a round with hours takes longer. */
const ROUNDS = 2000
const ROUNDS_WITH_HOURS = 300
/** As many items are put into the best order for a bound. */
const CORE = 15
const EPSILON = 1e-6

/**
 * A lower bound of the leavings, by Lagrangian relaxation (Held and Karp's 1-tree with hours). A leaving is a change of
 * who is out and one back, so an order costs half the changes along a path from the empty room to the empty room. Each item
 * is in one slot; an edge of the tree takes the cheapest slots of its two items, equal or neighbouring. Prices stand for
 * what a tree does not know: that each item has two neighbours, how long a slot is, and how often the slot can change.
 * With any prices the value is below the cost of every order; ascending them makes it tight.
 */
export function boundLeavings(model: DocketModel, found: DocketPlan): DocketBound {
  const slots = slotsOf(model)
  const items = Array.from({ length: model.size }, (_, item) => item)
  const fewest = items.map((item) => Math.min(...slots.map((slot) => slot.attendance.violations[item]!)))
  const fewestViolations = fewest.reduce((sum, one) => sum + one, 0) === found.violations.length
  // Only if every item has its fewest violations is its slot restricted in all orders as good as this one.
  const isAllowed = (slot: Slot, item: number) =>
    slot.capacity >= 0 && (!fewestViolations || slot.attendance.violations[item] === fewest[item])
  let bound = 0
  const raise = (value: number) => {
    bound = Math.min(found.leavings, Math.max(bound, Math.ceil(value - EPSILON)))
  }
  const { distinct, core } = reduce(model)
  if (core.size > 0) raise(core.plan(findBestOrder(core)).leavings)
  if (bound < found.leavings && distinct.size > core.size) raise(relax(distinct, found.leavings))
  if (bound < found.leavings && slots.length > 1)
    raise(new Relaxation(model, slots, isAllowed).ascend(found.leavings))
  return { bound, fewestViolations }
}

const relax = (model: DocketModel, target: number) =>
  new Relaxation(model, slotsOf(model), () => true).ascend(target)

/**
 * Fewer items whose bound is a bound of all, for leaving out an item never costs a leaving: each set of conflicts of those
 * who are always there once (`distinct`), and the `core` of the largest sets.
 */
function reduce(model: DocketModel) {
  const members = model.docket.members
    .filter((_, member) => model.periods[member] === null)
    .map((member) => ({ ...member, hours: [] }))
  const sets = new Map<string, { item: DocketItem; conflicts: number[] }>()
  for (const item of model.docket.items) {
    const conflicts = members.flatMap(({ id, conflicts }) => (conflicts.includes(item.id) ? [id] : []))
    if (conflicts.length > 0) sets.set(conflicts.join(), { item: { ...item, leads: [] }, conflicts })
  }
  const distinct = [...sets.values()].sort((a, b) => b.conflicts.length - a.conflicts.length)
  const covered = new Set<number>()
  const core = distinct.filter(({ conflicts }) => {
    const isNeeded = conflicts.length > 1 || conflicts.some((member) => !covered.has(member))
    for (const member of conflicts) covered.add(member)
    return isNeeded
  })
  const modelOf = (chosen: typeof distinct) =>
    new DocketModel({ sessions: [], quorum: 0, members, items: chosen.map(({ item }) => item) })
  return { distinct: modelOf(distinct), core: modelOf(core.slice(0, CORE)) }
}

/** All slots that an item of some length can lie in. */
function slotsOf(model: DocketModel): Slot[] {
  const longest = Math.max(...model.minutes)
  const edges = model.moments
  const phases = edges.length - 1
  const slots: Slot[] = []
  for (let first = 0; first < phases; first++)
    for (let last = first; last < phases; last++) {
      // Items in a slot across phases hold all phases between, and so does each of them.
      if (last > first + 1 && edges[last]! - edges[first + 1]! >= longest) break
      const members = model.docket.members.map((_, member) =>
        model.isThere(member, edges[first]!, edges[last + 1]!),
      )
      // Whoever is there in all phases of the slot is there for an item in it; nobody else is.
      const attendance = model.attendance(
        last === first
          ? members
          : model.docket.members.map((_, member) =>
              Array.from({ length: last - first + 1 }, (__, k) => first + k).every((phase) =>
                model.isThere(member, edges[phase]!, edges[phase + 1]!),
              ),
            ),
      )
      slots.push({
        attendance,
        first,
        last,
        capacity: first === last ? edges[first + 1]! - edges[first]! : longest,
      })
    }
  return slots
}

/** Two slots of items that can follow each other. */
interface Neighbours {
  a: number
  b: number
  /** Twice the changes, by item and item; both ways for different slots. */
  changes: Float32Array
}

class Relaxation {
  readonly #model: DocketModel
  readonly #slots: readonly Slot[]
  readonly #pairs: Neighbours[] = []
  readonly #allowed: boolean[][]
  /** How often the slot can change along an order. */
  readonly #changes: number
  readonly #scale: number

  constructor(model: DocketModel, slots: readonly Slot[], isAllowed: (slot: Slot, item: number) => boolean) {
    const { size } = model
    this.#model = model
    this.#slots = slots
    this.#scale = model.total / size
    this.#allowed = slots.map((slot) => Array.from({ length: size }, (_, item) => isAllowed(slot, item)))
    const phases = Math.max(...slots.map(({ last }) => last)) + 1
    this.#changes = 2 * (phases - 1)
    for (const [a, one] of slots.entries())
      for (const [b, two] of slots.entries()) {
        const follows = two.first === one.last || (two.first === one.last + 1 && isPhase(one) && isPhase(two))
        if (a !== b && !(follows && two.last > one.first)) continue
        const changes = new Float32Array(size * size)
        for (let i = 0; i < size; i++)
          for (let j = 0; j < size; j++)
            changes[i * size + j] = model.difference(one.attendance, i, two.attendance, j) / 2
        this.#pairs.push({ a, b, changes })
      }
  }

  /** The best value of some rounds of subgradient ascent towards `target`. */
  ascend(target: number): number {
    const { size, minutes, nothing } = this.#model
    const slots = this.#slots
    const degree = new Float64Array(size)
    const price = new Float64Array(slots.length)
    const rounds = slots.length > 1 ? ROUNDS_WITH_HOURS : ROUNDS
    const patience = rounds / 60
    let change = 0
    let [best, pace, since] = [0, 1.5, 0]
    const cost = new Float32Array(size * size)
    const choice = new Int32Array(size * size)
    for (let round = 0; round < rounds && Math.ceil(best - EPSILON) < target; round++) {
      const timePrice = (slot: number, item: number) =>
        this.#allowed[slot]![item]
          ? (price[slot]! * minutes[item]!) / this.#scale / 2
          : Number.POSITIVE_INFINITY
      if (round === 0 || slots.length > 1) this.#setCosts(cost, choice, timePrice, change)
      // The tree over the items, by Prim.
      const tree = this.#spanningTree(cost, degree)
      const ends = [0, Math.max(...slots.map(({ last }) => last))].map((phase, side) => {
        let [value, item, slot] = [Number.POSITIVE_INFINITY, -1, -1]
        for (const [at, one] of slots.entries()) {
          if ((side === 0 ? one.first : one.last) !== phase) continue
          for (let candidate = 0; candidate < size; candidate++) {
            const out = this.#model.difference(one.attendance, nothing, one.attendance, candidate) / 2
            const sum = out + timePrice(at, candidate) + degree[candidate]!
            if (sum < value) [value, item, slot] = [sum, candidate, at]
          }
        }
        return { value, item, slot }
      })
      const value =
        tree.value +
        ends.reduce((sum, end) => sum + end.value, 0) -
        2 * degree.reduce((sum, one) => sum + one, 0) -
        slots.reduce((sum, { capacity }, at) => sum + (price[at]! * capacity) / this.#scale, 0) -
        change * this.#changes
      if (value > best + 1e-4) [best, since] = [value, 0]
      else if (++since >= patience) [pace, since] = [pace * 0.7, 0]
      // What the tree has too much of becomes dearer.
      const neighbours = new Float64Array(size).fill(-2)
      const used = Float64Array.from(slots, ({ capacity }) => -capacity / this.#scale)
      let changed = -this.#changes
      const use = (slot: number, item: number) => {
        neighbours[item]!++
        used[slot]! += minutes[item]! / this.#scale / 2
      }
      for (const [i, j] of tree.edges) {
        const { a, b } = this.#pairs[choice[i * size + j]!]!
        if (a !== b) changed++
        use(a, i)
        use(b, j)
      }
      for (const { slot, item } of ends) use(slot, item)
      const isHours = slots.length > 1
      const norm =
        neighbours.reduce((sum, one) => sum + one * one, 0) +
        (isHours ? used.reduce((sum, one) => sum + one * one, 0) + changed * changed : 0)
      if (norm < EPSILON) break
      const step = (pace * Math.max(target - value, 0.5)) / norm
      for (let item = 0; item < size; item++) degree[item]! += step * neighbours[item]!
      if (!isHours) continue
      for (let at = 0; at < slots.length; at++) price[at] = Math.max(0, price[at]! + step * used[at]!)
      change = Math.max(0, change + step * changed)
    }
    return best
  }

  /** The cheapest slots of each pair of items that follow each other. */
  #setCosts(
    cost: Float32Array,
    choice: Int32Array,
    timePrice: (slot: number, item: number) => number,
    change: number,
  ) {
    const { size } = this.#model
    const prices = this.#slots.map((_, slot) =>
      Float64Array.from({ length: size }, (__, item) => timePrice(slot, item)),
    )
    cost.fill(Number.POSITIVE_INFINITY)
    for (const [at, { a, b, changes }] of this.#pairs.entries()) {
      const [first, second] = [prices[a]!, prices[b]!]
      const extra = a === b ? 0 : change
      for (let i = 0; i < size; i++)
        for (let j = 0; j < size; j++) {
          const one = changes[i * size + j]! + first[i]! + second[j]! + extra
          if (one < cost[i * size + j]!) {
            cost[i * size + j] = one
            choice[i * size + j] = at
          }
        }
    }
  }

  #spanningTree(cost: Float32Array, degree: Float64Array): { value: number; edges: [number, number][] } {
    const { size } = this.#model
    const nearest = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
    const edge = new Int32Array(size)
    const isIn = new Uint8Array(size)
    const edges: [number, number][] = []
    let value = 0
    for (let last = 0, count = 1; count < size; count++) {
      isIn[last] = 1
      let next = -1
      for (let item = 0; item < size; item++) {
        if (isIn[item]) continue
        // An order may pass an edge in either direction.
        const [there, back] = [cost[last * size + item]!, cost[item * size + last]!]
        const one = Math.min(there, back) + degree[last]! + degree[item]!
        if (one < nearest[item]!) {
          nearest[item] = one
          edge[item] = there <= back ? last * size + item : item * size + last
        }
        if (next < 0 || nearest[item]! < nearest[next]!) next = item
      }
      value += nearest[next]!
      edges.push([Math.floor(edge[next]! / size), edge[next]! % size])
      last = next
    }
    return { value, edges }
  }
}

const isPhase = ({ first, last }: Slot) => first === last
