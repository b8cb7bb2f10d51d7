import { distanceToRequest, requestedCount } from '#domain/allocation/matching.ts'
import type { Place } from '#web/ui/grid/axes.ts'
import type { GridModel } from '../state/model.ts'
import type { GridRequest } from '../state/requests.ts'

/** Whether a sample is available for a proposal: free, requested or assigned by others, or confirmed for another. */
export const FREE = 0
export const CONTESTED = 1
export const TAKEN = 2
const AVAILABILITIES = 3
type Availability = typeof FREE | typeof CONTESTED | typeof TAKEN

export interface Candidate {
  column: number
  /** 0 is exactly what was requested; infinite if it does not fit but was assigned anyway. */
  distance: number
  availability: Availability
  /** The sort key: the deviation in per cent, then the availability. */
  order: number
}

export function availabilityOf(model: GridModel, place: Place): Availability {
  if (model.isConfirmedForOther(place)) return TAKEN
  const { requested_sample, elsewhere } = model.columns[place.column]!
  const { id } = model.rows[place.row]!
  const others =
    model.assignments.assignmentCounts[place.column]! - (model.assignments.assigned(place) ? 1 : 0)
  const wanted = requested_sample.some(({ proposal_id }) => proposal_id !== id)
  return others > 0 || elsewhere.length > 0 || wanted ? CONTESTED : FREE
}

/** The samples that could answer a request of a row: the one it names, else all that fit, nearest first, and within one per cent by availability. The columns in `given` are included even if they do not fit. */
export function candidatesOf(
  model: GridModel,
  row: number,
  request: GridRequest,
  given: readonly number[] = [],
): Candidate[] {
  const found: Candidate[] = []
  const add = (column: number, distance: number) => {
    const availability = availabilityOf(model, { row, column })
    found.push({
      column,
      distance,
      availability,
      order: Math.round(distance * 100) * AVAILABILITIES + availability,
    })
  }
  const named = request.sample_id
  if (named === null) {
    for (const [column, sample] of model.columns.entries()) {
      const distance = distanceToRequest(sample, request)
      if (distance !== null) add(column, distance)
    }
  } else {
    const column = model.assignments.columnOfSample(named)
    if (column !== undefined) add(column, 0)
  }
  const fitting = new Set(found.map(({ column }) => column))
  for (const column of given) if (!fitting.has(column)) add(column, Number.POSITIVE_INFINITY)
  return found.sort(compareCandidates)
}

function compareCandidates(a: Candidate, b: Candidate): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return a.distance === b.distance ? a.column - b.column : a.distance - b.distance
}

/** The candidates to list: those of the columns in `first` before all others, up to `most`, and those in `always` at any position. */
export function listedCandidates(
  candidates: readonly Candidate[],
  first: ReadonlySet<number>,
  always: ReadonlySet<number>,
  most: number,
): Candidate[] {
  const before = candidates.filter(({ column }) => first.has(column))
  const after = candidates.filter(({ column }) => !first.has(column))
  return [...before, ...after].filter(({ column }, place) => place < most || always.has(column))
}

/** A proposal that requests a sample by name, or any that it could be. */
export interface Asker {
  row: number
  request: GridRequest
  /** The distance of the sample from the request; 0 by name. */
  distance: number
}

/** The proposals that request a sample, by name and by a request for any; each once, best score first. */
export function askersOf(model: GridModel, column: number): { byName: Asker[]; any: Asker[] } {
  const sample = model.columns[column]!
  const byName: Asker[] = []
  const any: Asker[] = []
  // The rows are sorted by score and rank.
  for (const [row, { requested_samples }] of model.rows.entries()) {
    let nearest: Asker | null = null
    let named: Asker | null = null
    for (const request of requested_samples) {
      if (!request.target) continue
      if (request.sample_id === sample.id) named = earlier(named, { row, request, distance: 0 })
      const distance = distanceToRequest(sample, request)
      if (distance !== null) nearest = earlier(nearest, { row, request, distance })
    }
    if (named) byName.push(named)
    else if (nearest) any.push(nearest)
  }
  return { byName, any }
}

/** The nearer request of a proposal; of equal ones the one with the earlier priority. */
function earlier(a: Asker | null, b: Asker): Asker {
  if (a === null) return b
  const first = a.distance === b.distance ? a.request.priority <= b.request.priority : a.distance < b.distance
  return first ? a : b
}

/** A request that an assigned sample can be moved to. */
export interface RequestOption {
  request: GridRequest
  /** How many samples it still needs, not counting this one. */
  missing: number
  /** The sample fits the request. */
  fits: boolean
}

/** The requests of a proposal that an assigned sample can be moved to, by priority. */
export function requestOptionsOf(model: GridModel, { row, column }: Place): RequestOption[] {
  const { id, ...sample } = model.columns[column]!
  const { byRequest, ofOtherGrids } = model.answers.row(row)
  return [...byRequest, ...ofOtherGrids]
    .map(({ request, given }) => ({
      request,
      missing: Math.max(
        0,
        requestedCount(request) - given.filter(({ sample_id }) => sample_id !== id).length,
      ),
      fits: request.sample_id === id || distanceToRequest(sample, request) !== null,
    }))
    .sort((a, b) => a.request.priority - b.request.priority)
}

/** The priority of the request that an assignment answers; null for none. */
export function answeredPriority(model: GridModel, { row, column }: Place): number | null {
  const { byRequest, ofOtherGrids } = model.answers.row(row)
  const found = [...byRequest, ...ofOtherGrids].find(({ given }) =>
    given.some((one) => one.column === column),
  )
  return found?.request.priority ?? null
}
