import { distanceToRequest } from '#domain/allocation/asked.ts'
import type { GridRequest } from '../answers.ts'
import type { GridModel } from '../model.ts'

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
