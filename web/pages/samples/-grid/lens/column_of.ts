import { distanceToRequest } from '#domain/allocation/asked.ts'
import type { GridRequest } from '../answers.ts'
import type { GridModel } from '../model.ts'

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
