import { augment, distanceToRequest, requestedCount } from '../allocation/matching.ts'
import { groupBy } from '../group_by.ts'
import type { RequestedSample } from '../proposals/requested_samples.ts'
import type { Sample } from '../samples/contract.ts'

export type Material = Pick<Sample, 'id' | 'db_type' | 'sample_type' | 'weight' | 'size' | 'chamber' | 'dish'>
export type MaterialRequest = { proposal_id: number } & Pick<
  RequestedSample,
  | 'id'
  | 'priority'
  | 'db_type'
  | 'sample_type'
  | 'sample_id'
  | 'number_of_bottles'
  | 'number_of_samples'
  | 'weight'
  | 'size'
  | 'chamber'
  | 'dish'
>

/**
 * The number of places above the line where the material ends. Down the order, each proposal takes as much of what it asks
 * for as those above it leave, who make way only where another sample serves them as well. The line is above the first
 * proposal for which nothing is left; null when there is something for each.
 */
export function materialLine(
  order: readonly number[],
  requests: readonly MaterialRequest[],
  samples: readonly Material[],
): number | null {
  const byProposal = groupBy(requests, ({ proposal_id }) => proposal_id)
  const fits = cachedFits(samples)
  const near = new Map<MaterialRequest, readonly number[]>()
  const answer = new Map<number, MaterialRequest>()
  for (const [place, id] of order.entries()) {
    const own = (byProposal.get(id) ?? []).toSorted((a, b) => a.priority - b.priority || a.id - b.id)
    let served = own.length === 0
    for (const request of own) {
      near.set(request, fits(request))
      for (let n = requestedCount(request); n > 0 && augment(request, near, answer); n--) served = true
    }
    if (!served) return place
  }
  return null
}

/** The ids of the samples that answer a request, nearest first; computed once for requests with equal criteria. */
function cachedFits(samples: readonly Material[]) {
  const ids = new Set(samples.map(({ id }) => id))
  const cache = new Map<string, readonly number[]>()
  return (request: MaterialRequest): readonly number[] => {
    const { sample_id, db_type, sample_type, chamber, dish, weight, size } = request
    if (sample_id !== null) return ids.has(sample_id) ? [sample_id] : []
    const key = [db_type, sample_type, chamber, dish, weight, size].join()
    const found =
      cache.get(key) ??
      samples
        .flatMap((sample) => {
          const far = distanceToRequest(sample, request)
          return far === null ? [] : [{ id: sample.id, far }]
        })
        .sort((a, b) => a.far - b.far || a.id - b.id)
        .map(({ id }) => id)
    cache.set(key, found)
    return found
  }
}
