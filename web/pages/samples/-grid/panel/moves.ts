import { distanceToRequest, numberOf } from '#domain/allocation/asked.ts'
import type { GridRequest } from '../answers.ts'
import type { Place } from '../change.ts'
import type { GridModel } from '../model.ts'

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
      room: Math.max(0, numberOf(request) - given.filter(({ sample_id }) => sample_id !== id).length),
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
