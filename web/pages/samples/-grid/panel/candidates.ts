import { distanceToRequest } from '#domain/allocation/asked.ts'
import type { GridRequest } from '../answers.ts'
import type { Place } from '../change.ts'
import type { GridModel } from '../model.ts'

/** How free a sample is for a proposal: nobody else's, wanted or ticked by others, confirmed for another. */
export const FREE = 0
export const CONTESTED = 1
export const GONE = 2
const STANDINGS = 3
export type Standing = typeof FREE | typeof CONTESTED | typeof GONE

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
