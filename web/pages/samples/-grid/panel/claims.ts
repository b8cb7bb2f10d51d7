import { distanceToRequest } from '#domain/allocation/asked.ts'
import type { Held, Place } from '../change.ts'
import type { GridModel } from '../model.ts'
import type { GridRequest } from '../words.ts'

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

const UNTICKED: Held = { ticked: false, priority: null }

/** The other rows of this grid that a sample is ticked for. */
const othersOf = (model: GridModel, { row, column }: Place) =>
  model.ticks.takersOf(column).filter((other) => other !== row)

/** What leaves a sample to one proposal alone: everybody else's tick taken away. */
export const keepFor = (model: GridModel, place: Place): (Place & { held: Held })[] =>
  othersOf(model, place).map((row) => ({ row, column: place.column, held: UNTICKED }))

/** Why a sample can not be left to one proposal alone, or null. */
export function whyNotKeep(model: GridModel, place: Place): string | null {
  for (const row of othersOf(model, place)) {
    const why = model.whyFixed(row, place.column)
    if (why !== null) return why
  }
  return null
}
