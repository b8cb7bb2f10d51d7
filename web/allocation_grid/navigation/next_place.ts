import { distanceToRequest, requestedCount } from '#domain/allocation/matching.ts'
import type { Place, RowsAndColumns } from '#web/ui/grid/axes.ts'
import type { GridModel } from '../state/model.ts'
import type { GridRequest } from '../state/requests.ts'

/** Finds the next place of its kind after a place, wrapping around; null if there is none. */
export type FindNext = (model: GridModel, shown: RowsAndColumns, from: Place) => Place | null

/** For each index below `size` its rank in the navigation: first the shown ones in order, then the hidden ones. */
function ranks(shown: readonly number[], size: number): Int32Array {
  const rank = new Int32Array(size).fill(-1)
  for (const [place, one] of shown.entries()) rank[one] = place
  let next = shown.length
  for (let one = 0; one < size; one++) if (rank[one] === -1) rank[one] = next++
  return rank
}

function nextOf(
  model: GridModel,
  shown: RowsAndColumns,
  from: Place,
  places: readonly Place[],
  first: 'row' | 'column',
) {
  const row = ranks(shown.rows, model.rows.length)
  const column = ranks(shown.columns, model.columns.length)
  const at = (place: Place) =>
    first === 'row'
      ? row[place.row]! * model.columns.length + column[place.column]!
      : column[place.column]! * model.rows.length + row[place.row]!
  const sorted = places.toSorted((a, b) => at(a) - at(b))
  return sorted.find((place) => at(place) > at(from)) ?? sorted[0] ?? null
}

/** The clashing samples in navigation order. */
export function clashingColumns(model: GridModel, { columns }: RowsAndColumns): number[] {
  const rank = ranks(columns, model.columns.length)
  return [...model.columns.keys()]
    .filter((column) => model.hasClash(column))
    .sort((a, b) => rank[a]! - rank[b]!)
}

/** From one claimant of a clashing sample to the other, then to the next such sample. */
export const nextClash: FindNext = (model, shown, from) => {
  const places = clashingColumns(model, shown).flatMap((column) =>
    model.assignments.assignedRows(column).map((row) => ({ row, column })),
  )
  return nextOf(model, shown, from, places, 'column')
}

/** To the next assignment that answers no request, or exceeds one. */
export const nextSurplus: FindNext = (model, shown, from) => {
  const places = [...model.rows.keys()].flatMap((row) =>
    model.answers.row(row).surplus.flatMap(({ column }) => (column === null ? [] : [{ row, column }])),
  )
  return nextOf(model, shown, from, places, 'row')
}

/** To the next proposal with an unanswered request, at a sample that could answer it. */
export const nextMissing: FindNext = (model, shown, from) => {
  const rows = [...model.rows.keys()].filter((row) => model.answers.row(row).missing > 0)
  // Start from the last column, to leave the current row.
  const end = shown.columns.at(-1) ?? from.column
  const next = nextOf(
    model,
    shown,
    { row: from.row, column: end },
    rows.map((row) => ({ row, column: end })),
    'row',
  )
  if (next === null) return null
  const open = model.answers
    .row(next.row)
    .byRequest.find(({ request, given }) => given.length < requestedCount(request))
  const column = open && columnOfRequest(model, next.row, open.request)
  return { row: next.row, column: column ?? from.column }
}

/** The column that a request leads to: the sample that it names, else one that answers it, else the nearest, free samples first; null if no column could answer it. */
export function columnOfRequest(model: GridModel, row: number, request: GridRequest): number | null {
  if (request.sample_id !== null) return model.assignments.columnOfSample(request.sample_id) ?? null
  const answer = model.answers.row(row).byRequest.find((one) => one.request.id === request.id)
  const given = answer?.given.find(({ column }) => column !== null)
  return given?.column ?? nearest(model, row, request)
}

function nearest(model: GridModel, row: number, request: GridRequest): number | null {
  let best: { column: number; claimed: number; distance: number } | null = null
  for (const [column, sample] of model.columns.entries()) {
    const distance = distanceToRequest(sample, request)
    if (distance === null) continue
    const claimed = model.isConfirmedForOther({ row, column }) ? 2 : model.claims(column).length > 0 ? 1 : 0
    if (best === null || claimed < best.claimed || (claimed === best.claimed && distance < best.distance))
      best = { column, claimed, distance }
  }
  return best?.column ?? null
}
