import { benefitOf, nearness } from './policy.ts'
import type { FittingSamples, OpenRequest } from './problem.ts'
import type { Choice } from './rank_allocation.ts'

/** A column of a linear programme: what each unit of it brings, and by how much it uses the limits of two rows. */
export interface LinearColumn {
  brings: number
  rows: readonly [number, number]
  uses: readonly [number, number]
}

/** A linear programme to maximise: rows are at most their limits, columns at least 0. It grows by columns. */
export interface LinearProgram {
  add(ways: readonly LinearColumn[]): void
  /** How much of each column the best solution takes, and what one more of each row's limit would bring. */
  solve(): { takes: Float64Array; prices: Float64Array }
}
export type Solver = (limits: readonly number[]) => LinearProgram

/** So many of its nearest samples a request begins with, and so many that would bring most join it in a round. */
const AT_A_TIME = 12
/** Prices are as exact as this, in thousandths of benefit; what would bring less more than is said brings nothing. */
const EXACT = 1e-6

/** A column: a sample to a request, any of its hub's to a request, or a sample to a hub. */
interface Column {
  request: number
  hub: number
  at: number
  far: number
}
const NONE = -1

/** Tells of a round: so many of all pairs of a request and a sample are in the programme. */
type OnRound = (round: number, pairs: number) => void

/**
 * The allocation of the most benefit in all: a network of requests and samples, which a linear programme solves in whole
 * numbers. Requests to which all samples are alike reach them through one hub. Pairs join the programme while one that is
 * left out would bring something at its prices; when none would, the answer is the best over all pairs that there are.
 */
export function allocateByBenefit(
  open: readonly OpenRequest[],
  samples: number,
  first: readonly Choice[],
  solver: Solver,
  weighed: OnRound = () => {},
): Choice[] {
  const hubs = [...new Set(open.filter(isAlike).map(({ free }) => free))]
  const hubOf = new Map(hubs.map((free, hub) => [free, hub]))
  const [sampleRow, hubRow] = [open.length, open.length + samples]
  const programme = solver([
    ...open.map(({ missing }) => missing),
    ...Array.from({ length: samples }, () => 1),
    ...hubs.map(() => 0),
  ])
  const brings = worthIn(open)
  const columns: Column[] = []
  const joined = open.map(() => new Set<number>())
  const join = (more: readonly Column[]) => {
    for (const column of more) columns.push(column)
    programme.add(
      more.map(({ request, hub, at, far }) => ({
        brings: request === NONE ? 0 : brings(request, far),
        rows: [request === NONE ? hubRow + hub : request, at === NONE ? hubRow + hub : sampleRow + at],
        uses: [request === NONE ? -1 : 1, 1],
      })),
    )
  }
  const pairs = (choices: readonly Choice[]) =>
    choices
      .filter(({ request, at }) => !joined[request]!.has(at) && joined[request]!.add(at))
      .map((choice): Column => ({ ...choice, hub: NONE }))

  join(hubs.flatMap((free, hub) => Array.from(free.at, (at) => ({ request: NONE, hub, at, far: 0 }))))
  join(
    open.flatMap(({ free }, request) =>
      hubOf.has(free)
        ? [{ request, hub: hubOf.get(free)!, at: NONE, far: 0 }]
        : pairs(nearest(free, request)),
    ),
  )
  join(pairs(first.filter(({ request }) => !hubOf.has(open[request]!.free))))
  if (columns.length === 0) return []
  for (let round = 1; ; round++) {
    weighed(round, columns.length)
    const { takes, prices } = programme.solve()
    const left = open.flatMap(({ free }, request) =>
      hubOf.has(free)
        ? []
        : best(free, request, (at, far) => brings(request, far) - prices[request]! - prices[sampleRow + at]!),
    )
    const more = pairs(left)
    if (more.length === 0) return chosen(columns, takes)
    join(more)
  }
}

/** All free samples are alike to a request, and there are more than it begins with. */
const isAlike = ({ free }: OpenRequest) => free.at.length > AT_A_TIME && free.far.at(-1) === 0

const nearest = ({ at, far }: FittingSamples, request: number): Choice[] =>
  Array.from(at.subarray(0, AT_A_TIME), (sample, i) => ({ request, at: sample, far: far[i]! }))

/** The samples that would bring a request most more at these prices. */
function best(
  { at, far }: FittingSamples,
  request: number,
  gain: (at: number, far: number) => number,
): Choice[] {
  const found: (Choice & { more: number })[] = []
  for (let i = 0; i < at.length; i++) {
    const more = gain(at[i]!, far[i]!)
    if (more > EXACT) found.push({ request, at: at[i]!, far: far[i]!, more })
  }
  return found.sort((a, b) => b.more - a.more || a.at - b.at).slice(0, AT_A_TIME)
}

/**
 * The benefit of a pair in thousandths, and less than one thousandth over all that can be served for the better rank and
 * for being nearer: so that of two that bring as much the upper row has it, and a row the nearer one.
 */
function worthIn(open: readonly OpenRequest[]) {
  const asked = open.reduce((sum, { missing }) => sum + missing, 0)
  const rows = Math.max(0, ...open.map(({ position }) => position)) + 1
  return (request: number, far: number) => {
    const one = open[request]!
    const extra = (rows - one.position) / rows + nearness(far)
    return benefitOf(one, far) + extra / 2 / (asked + 1)
  }
}

/** What the solution takes, the hubs' samples handed to their requests in order. */
function chosen(columns: readonly Column[], takes: Float64Array): Choice[] {
  const choices: Choice[] = []
  const wanting = new Map<number, number[]>()
  const giving = new Map<number, number[]>()
  for (const [i, { request, hub, at, far }] of columns.entries()) {
    const taken = Math.round(takes[i]!)
    if (Math.abs(takes[i]! - taken) > EXACT) throw new Error('A network was not solved in whole numbers.')
    for (let n = 0; n < taken; n++)
      if (hub === NONE) choices.push({ request, at, far })
      else if (at === NONE) wanting.set(hub, [...(wanting.get(hub) ?? []), request])
      else giving.set(hub, [...(giving.get(hub) ?? []), at])
  }
  for (const [hub, requests] of wanting)
    for (const [i, request] of requests.entries()) choices.push({ request, at: giving.get(hub)![i]!, far: 0 })
  return choices
}
