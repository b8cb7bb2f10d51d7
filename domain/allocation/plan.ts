import { type Grid, isAnswerable, typesOf } from './grid.ts'
import { fulfilmentOf, type GivenSample, requestedCount } from './matching.ts'

type PlanRequest = Parameters<typeof fulfilmentOf>[0][number]

/** An assignment with the request that it answers, or a request that lacks samples. */
export type PlanEntry<R, G> =
  | { request: R | null; assignment: G; over: boolean; missing: null }
  | { request: R; assignment: null; over: false; missing: number }

/**
 * The entries of a proposal in the plan of a grid, by priority, last what answers no request. An assignment is part of the
 * plan of its own type only; a request that lacks samples has one more entry in the plans that count it.
 */
export function planEntries<R extends PlanRequest, G extends GivenSample>(
  grid: Grid,
  requests: readonly R[],
  assignments: readonly G[],
): PlanEntry<R, G>[] {
  const { byRequest, over } = fulfilmentOf(requests, assignments)
  const isOfGrid = ({ sample_type }: G) => typesOf[grid].includes(sample_type)
  const entry = (request: R | null, assignment: G): PlanEntry<R, G> => ({
    request,
    assignment,
    over: over.includes(assignment),
    missing: null,
  })
  const answering = new Set(byRequest.flatMap(({ given }) => given))
  return [
    ...byRequest.flatMap(({ request, given }): PlanEntry<R, G>[] => {
      const missing = requestedCount(request) - given.length
      const lacks = missing > 0 && isAnswerable(grid, request)
      return [
        ...given.filter(isOfGrid).map((assignment) => entry(request, assignment)),
        ...(lacks ? [{ request, assignment: null, over: false as const, missing }] : []),
      ]
    }),
    ...over
      .filter((assignment) => !answering.has(assignment) && isOfGrid(assignment))
      .map((assignment) => entry(null, assignment)),
  ]
}
