import type { GridSample } from '#domain/allocation/contract.ts'
import { distanceToRequest } from '#domain/allocation/matching.ts'
import type { GridModel } from '../state/model.ts'
import { type GridRequest, NEAREST } from '../state/requests.ts'

type Figure = 'weight' | 'size'

const known = new WeakMap<GridModel, Int32Array>()

/** For each column, for how many rows its sample is among the nearest to a request for any, as in RequestMatches. */
export function nearestCounts(model: GridModel): Int32Array {
  const counts = known.get(model) ?? compute(model)
  known.set(model, counts)
  return counts
}

function compute(model: GridModel): Int32Array {
  const counts = new Int32Array(model.columns.length)
  const pools = new Map<string, SamplePool>()
  for (const [row, { requested_samples }] of model.rows.entries()) {
    const near = new Set<number>()
    for (const request of requested_samples) {
      if (!request.target || request.sample_id !== null) continue
      const kind = `${request.db_type} ${request.sample_type}`
      const pool = pools.get(kind) ?? new SamplePool(model.columns, request)
      pools.set(kind, pool)
      for (const column of pool.nearest(request, (column) => !model.isConfirmedForOther({ row, column })))
        near.add(column)
    }
    for (const column of near) counts[column]! += 1
  }
  return counts
}

/** The columns of one asteroid and type sorted by each figure, so that no request is compared with every sample. */
class SamplePool {
  private readonly samples: readonly GridSample[]
  private readonly columns: readonly number[]
  private readonly by: Record<Figure, readonly number[]>

  constructor(samples: readonly GridSample[], request: GridRequest) {
    const open = { ...request, weight: null, size: null, chamber: null, dish: null }
    this.samples = samples
    this.columns = [...samples.keys()].filter((column) => distanceToRequest(samples[column]!, open) !== null)
    const sorted = (figure: Figure) =>
      this.columns
        .filter((column) => samples[column]![figure])
        .sort((a, b) => samples[a]![figure]! - samples[b]![figure]!)
    this.by = { weight: sorted('weight'), size: sorted('size') }
  }

  /** The columns nearest to a request for any, of those that `may` be assigned; of equal ones the earlier. */
  nearest(request: GridRequest, may: (column: number) => boolean): number[] {
    const distanceOf = (column: number) =>
      may(column) ? distanceToRequest(this.samples[column]!, request) : null
    const figure: Figure = request.size === null ? 'weight' : 'size'
    const asked = request[figure]
    if (!asked) return first(this.columns, (column) => distanceOf(column) !== null)
    const found: { column: number; distance: number }[] = []
    for (const column of this.outward(figure, asked)) {
      const lowerLimit = Math.abs(Math.log(this.samples[column]![figure]! / asked))
      if (found.length >= NEAREST && lowerLimit > found.at(-1)!.distance) break
      const distance = distanceOf(column)
      if (distance === null) continue
      found.push({ column, distance })
      found.sort((a, b) => a.distance - b.distance || a.column - b.column)
      found.length = Math.min(found.length, NEAREST)
    }
    return found.map(({ column }) => column)
  }

  /** The columns from half to twice the requested figure, nearest first. */
  private *outward(figure: Figure, asked: number): Generator<number> {
    const sorted = this.by[figure]
    const of = (place: number) => this.samples[sorted[place]!]![figure]!
    let above = lowerBound(sorted.length, (place) => of(place) >= asked)
    let below = above - 1
    while (true) {
      const up = above < sorted.length && of(above) <= asked * 2 ? of(above) / asked : Infinity
      const down = below >= 0 && of(below) >= asked / 2 ? asked / of(below) : Infinity
      if (up === Infinity && down === Infinity) return
      yield up <= down ? sorted[above++]! : sorted[below--]!
    }
  }
}

function first(columns: readonly number[], wanted: (column: number) => boolean): number[] {
  const found: number[] = []
  for (const column of columns) {
    if (found.length === NEAREST) break
    if (wanted(column)) found.push(column)
  }
  return found
}

/** The lowest index below `size` for which `holds` is true; `size` if there is none. */
function lowerBound(size: number, holds: (place: number) => boolean): number {
  let [from, to] = [0, size]
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}
