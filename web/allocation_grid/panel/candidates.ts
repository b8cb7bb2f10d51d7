import { distanceToRequest, requestedCount } from '#domain/allocation/matching.ts'
import type { Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import type { GridRequest } from '../state/requests.ts'

/** How free a sample is for a proposal: nobody else's, wanted or ticked by others, confirmed for another. */
export const FREE = 0
export const CONTESTED = 1
export const GONE = 2
const STANDINGS = 3
type Standing = typeof FREE | typeof CONTESTED | typeof GONE

/** A sample that could answer a request of a row. */
export interface Candidate {
  column: number
  /** 0 is what was asked; infinite when it is not, and a person chose it all the same. */
  far: number
  standing: Standing
  /** By the per cent that it is off, then by how free it is. */
  order: number
}

/** How free the sample of a column is for the proposal of a row. */
export function standingOf(model: GridModel, place: Place): Standing {
  if (model.taken(place)) return GONE
  const { requested_sample, elsewhere } = model.columns[place.column]!
  const { id } = model.rows[place.row]!
  const others = model.ticks.takers[place.column]! - (model.ticks.ticked(place) ? 1 : 0)
  const wanted = requested_sample.some(({ proposal_id }) => proposal_id !== id)
  return others > 0 || elsewhere.length > 0 || wanted ? CONTESTED : FREE
}

/**
 * The samples of the grid that could answer a request of a row: the one it names, else all that it might be given, the
 * nearest first and what is equally near to the per cent by how free it is. `given` answer it whatever they are.
 */
export function candidatesOf(
  model: GridModel,
  row: number,
  request: GridRequest,
  given: readonly number[] = [],
): Candidate[] {
  const found: Candidate[] = []
  const add = (column: number, far: number) => {
    const standing = standingOf(model, { row, column })
    found.push({ column, far, standing, order: Math.round(far * 100) * STANDINGS + standing })
  }
  const named = request.sample_id
  if (named === null) {
    for (const [column, sample] of model.columns.entries()) {
      const far = distanceToRequest(sample, request)
      if (far !== null) add(column, far)
    }
  } else {
    const column = model.ticks.columnOfSample(named)
    if (column !== undefined) add(column, 0)
  }
  const fitting = new Set(found.map(({ column }) => column))
  for (const column of given) if (!fitting.has(column)) add(column, Number.POSITIVE_INFINITY)
  return found.sort(inOrder)
}

function inOrder(a: Candidate, b: Candidate): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return a.far === b.far ? a.column - b.column : a.far - b.far
}

/**
 * What of the candidates is to be seen: those of the columns in `first` before all others, of these the first `most`, and
 * those in `always` wherever they stand.
 */
export function seenOf(
  candidates: readonly Candidate[],
  first: ReadonlySet<number>,
  always: ReadonlySet<number>,
  most: number,
): Candidate[] {
  const before = candidates.filter(({ column }) => first.has(column))
  const after = candidates.filter(({ column }) => !first.has(column))
  return [...before, ...after].filter(({ column }, place) => place < most || always.has(column))
}

/** A proposal that asks for a sample by name, or for any that it could be. */
export interface Asker {
  row: number
  request: GridRequest
  /** How far the sample is from what is asked; 0 by name. */
  far: number
}

/** Who asks for the sample of a column, by name and by a request for any; each proposal once, the best score first. */
export function askersOf(model: GridModel, column: number): { byName: Asker[]; any: Asker[] } {
  const sample = model.columns[column]!
  const byName: Asker[] = []
  const any: Asker[] = []
  // The rows stand by score and rank.
  for (const [row, { requested_samples }] of model.rows.entries()) {
    let nearest: Asker | null = null
    let named: Asker | null = null
    for (const request of requested_samples) {
      if (!request.target) continue
      if (request.sample_id === sample.id) named = earlier(named, { row, request, far: 0 })
      const far = distanceToRequest(sample, request)
      if (far !== null) nearest = earlier(nearest, { row, request, far })
    }
    if (named) byName.push(named)
    else if (nearest) any.push(nearest)
  }
  return { byName, any }
}

/** The nearer request of a proposal; of equal ones that of the earlier priority. */
function earlier(a: Asker | null, b: Asker): Asker {
  if (a === null) return b
  const first = a.far === b.far ? a.request.priority <= b.request.priority : a.far < b.far
  return first ? a : b
}

/** A request that a given sample may be chosen to answer. */
export interface Move {
  request: GridRequest
  /** How many samples it wants beside this one. */
  room: number
  /** The sample is what was asked. */
  fits: boolean
}

/** The requests of a row's proposal as the sample of a column may be moved to them, by priority. */
export function movesOf(model: GridModel, { row, column }: Place): Move[] {
  const { id, ...sample } = model.columns[column]!
  const { byRequest, ofOthers } = model.answers.row(row)
  return [...byRequest, ...ofOthers]
    .map(({ request, given }) => ({
      request,
      room: Math.max(0, requestedCount(request) - given.filter(({ sample_id }) => sample_id !== id).length),
      fits: request.sample_id === id || distanceToRequest(sample, request) !== null,
    }))
    .sort((a, b) => a.request.priority - b.request.priority)
}

/** The priority of the request that the tick of a place answers; null when it answers none. */
export function answeredBy(model: GridModel, { row, column }: Place): number | null {
  const { byRequest, ofOthers } = model.answers.row(row)
  const found = [...byRequest, ...ofOthers].find(({ given }) => given.some((one) => one.column === column))
  return found?.request.priority ?? null
}
