import { distanceToRequest, requestedCount } from '#domain/allocation/matching.ts'
import type { Shown } from '../geometry/axes.ts'
import type { Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import type { GridRequest } from '../state/requests.ts'

/** Leads from a place to the next one of its kind, going round; null when there is none. */
export type Walk = (model: GridModel, shown: Shown, from: Place) => Place | null

/** Where each of `size` things comes in a walk: as it is shown, then those that are hidden. */
function ranks(shown: readonly number[], size: number): Int32Array {
  const rank = new Int32Array(size).fill(-1)
  for (const [place, one] of shown.entries()) rank[one] = place
  let next = shown.length
  for (let one = 0; one < size; one++) if (rank[one] === -1) rank[one] = next++
  return rank
}

function walk(
  model: GridModel,
  shown: Shown,
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

/** The samples that clash, as the walk from one to the next meets them. */
export function clashing(model: GridModel, { columns }: Shown): number[] {
  const rank = ranks(columns, model.columns.length)
  return [...model.columns.keys()]
    .filter((column) => model.clashes(column))
    .sort((a, b) => rank[a]! - rank[b]!)
}

/** From one who has a sample that clashes to the other, then to the next such sample. */
export const nextClash: Walk = (model, shown, from) => {
  const places = clashing(model, shown).flatMap((column) =>
    model.ticks.takersOf(column).map((row) => ({ row, column })),
  )
  return walk(model, shown, from, places, 'column')
}

/** To the next tick that answers no request, or more than a request asks for. */
export const nextOver: Walk = (model, shown, from) => {
  const places = [...model.rows.keys()].flatMap((row) =>
    model.answers.row(row).over.flatMap(({ column }) => (column === null ? [] : [{ row, column }])),
  )
  return walk(model, shown, from, places, 'row')
}

/** To the next proposal that lacks something it asks for, at a sample that would answer it. */
export const nextMissing: Walk = (model, shown, from) => {
  const rows = [...model.rows.keys()].filter((row) => model.answers.row(row).missing > 0)
  // From the last column, so that the row in hand is left.
  const end = shown.columns.at(-1) ?? from.column
  const next = walk(
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

/**
 * The column to which a request of a row leads: the sample that it names, else one that answers it, else the nearest, what
 * nobody has before the others; null when no column could answer it.
 */
export function columnOfRequest(model: GridModel, row: number, request: GridRequest): number | null {
  if (request.sample_id !== null) return model.ticks.columnOfSample(request.sample_id) ?? null
  const answer = model.answers.row(row).byRequest.find((one) => one.request.id === request.id)
  const given = answer?.given.find(({ column }) => column !== null)
  return given?.column ?? nearest(model, row, request)
}

function nearest(model: GridModel, row: number, request: GridRequest): number | null {
  let best: { column: number; held: number; far: number } | null = null
  for (const [column, sample] of model.columns.entries()) {
    const far = distanceToRequest(sample, request)
    if (far === null) continue
    const held = model.taken({ row, column }) ? 2 : model.claims(column).length > 0 ? 1 : 0
    if (best === null || held < best.held || (held === best.held && far < best.far))
      best = { column, held, far }
  }
  return best?.column ?? null
}
