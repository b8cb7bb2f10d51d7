import type { Solver } from '../../linear_program.ts'
import { benefitOf, nearness } from './policy.ts'
import type { FittingSamples, OpenRequest } from './problem.ts'
import type { Choice } from './rank_allocation.ts'

/** Pairs per request in the first round (the nearest), and the most that are added per round. */
const PAIRS_PER_ROUND = 12
/** Accuracy of the dual prices, in thousandths of benefit. A smaller gain counts as none. */
const TOLERANCE = 1e-6

/** A column: a sample for a request, a sample of a hub for a request, or a sample for a hub. Unused parts are NONE. */
interface Column {
  request: number
  hub: number
  at: number
  far: number
}
const NONE = -1

/** Called in every round with the number of pairs in the program. */
type OnRound = (round: number, pairs: number) => void

/**
 * The allocation with the greatest total benefit: a transportation problem, whose linear program has an integral optimum.
 * Solved by column generation: it starts from few pairs and adds those with positive reduced benefit at the current dual
 * prices; when there are none, the solution is optimal over all pairs. Requests to which all samples are equally good
 * reach them through a shared hub, which keeps the program small.
 */
export function allocateByBenefit(
  open: readonly OpenRequest[],
  samples: number,
  first: readonly Choice[],
  solver: Solver,
  onRound: OnRound = () => {},
): Choice[] {
  const hubs = [...new Set(open.filter(isAlike).map(({ free }) => free))]
  const hubOf = new Map(hubs.map((free, hub) => [free, hub]))
  const [sampleRow, hubRow] = [open.length, open.length + samples]
  const program = solver([
    ...open.map(({ missing }) => missing),
    ...Array.from({ length: samples }, () => 1),
    ...hubs.map(() => 0),
  ])
  const worth = worthIn(open)
  const columns: Column[] = []
  const joined = open.map(() => new Set<number>())
  const join = (more: readonly Column[]) => {
    for (const column of more) columns.push(column)
    program.add(
      more.map(({ request, hub, at, far }) => ({
        objective: request === NONE ? 0 : worth(request, far),
        rows: [request === NONE ? hubRow + hub : request, at === NONE ? hubRow + hub : sampleRow + at],
        coefficients: [request === NONE ? -1 : 1, 1],
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
    onRound(round, columns.length)
    const { values, prices } = program.solve()
    const candidates = open.flatMap(({ free }, request) =>
      hubOf.has(free)
        ? []
        : best(free, request, (at, far) => worth(request, far) - prices[request]! - prices[sampleRow + at]!),
    )
    const more = pairs(candidates)
    if (more.length === 0) return chosenPairs(columns, values)
    join(more)
  }
}

/** All free samples are equally good for the request, and there are too many for the first round. */
const isAlike = ({ free }: OpenRequest) => free.at.length > PAIRS_PER_ROUND && free.far.at(-1) === 0

const nearest = ({ at, far }: FittingSamples, request: number): Choice[] =>
  Array.from(at.subarray(0, PAIRS_PER_ROUND), (sample, i) => ({ request, at: sample, far: far[i]! }))

/** The samples with the greatest positive gain for a request. */
function best(
  { at, far }: FittingSamples,
  request: number,
  gain: (at: number, far: number) => number,
): Choice[] {
  const gains: (Choice & { more: number })[] = []
  for (let i = 0; i < at.length; i++) {
    const more = gain(at[i]!, far[i]!)
    if (more > TOLERANCE) gains.push({ request, at: at[i]!, far: far[i]!, more })
  }
  return gains.sort((a, b) => b.more - a.more || a.at - b.at).slice(0, PAIRS_PER_ROUND)
}

/**
 * The benefit of a pair in thousandths, plus a tie-breaker that sums to less than one thousandth over all pairs: of equal
 * benefits the better ranked row wins, and within a row the nearer sample.
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

/** The pairs of the solution; samples of a hub are distributed to its requests in order. */
function chosenPairs(columns: readonly Column[], values: Float64Array): Choice[] {
  const choices: Choice[] = []
  const hubRequests = new Map<number, number[]>()
  const hubSamples = new Map<number, number[]>()
  for (const [i, { request, hub, at, far }] of columns.entries()) {
    const taken = Math.round(values[i]!)
    if (Math.abs(values[i]! - taken) > TOLERANCE)
      throw new Error('A network was not solved in whole numbers.')
    for (let n = 0; n < taken; n++)
      if (hub === NONE) choices.push({ request, at, far })
      else if (at === NONE) hubRequests.set(hub, [...(hubRequests.get(hub) ?? []), request])
      else hubSamples.set(hub, [...(hubSamples.get(hub) ?? []), at])
  }
  for (const [hub, requests] of hubRequests)
    for (const [i, request] of requests.entries())
      choices.push({ request, at: hubSamples.get(hub)![i]!, far: 0 })
  return choices
}
