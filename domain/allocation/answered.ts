import type { RequestedSample } from '../proposals/requested_sample.ts'
import { type AnyRequest, type Candidate, distanceToRequest, numberOf } from './asked.ts'

type Request = AnyRequest &
  Pick<RequestedSample, 'id' | 'priority' | 'number_of_bottles' | 'number_of_samples'>
/** A sample that a proposal is given; `priority` is that of the request which a person chose for it to answer. */
export type Given = Candidate & { sample_id: number; priority?: number | null | undefined }

/**
 * Which request of a proposal each of its samples answers, by the id of the sample; what answers none is not in it. A
 * sample answers the request that a person chose for it; else the one that names it; else the requests for any take by
 * priority the nearest that are left, each no more than it asks for.
 */
export function answered<R extends Request>(
  requests: readonly R[],
  given: readonly Given[],
): Map<Given['sample_id'], R> {
  const answer = new Map<Given['sample_id'], R>()
  const byPriority = requests.toSorted((a, b) => a.priority - b.priority)
  const left = new Map(byPriority.map((request) => [request, numberOf(request)]))
  const take = (sample_id: number, request: R) => {
    answer.set(sample_id, request)
    left.set(request, left.get(request)! - 1)
  }
  for (const { sample_id, priority } of given) {
    const chosen = byPriority.find((request) => request.priority === priority)
    if (chosen) take(sample_id, chosen)
  }
  const samples = new Set(given.map(({ sample_id }) => sample_id))
  for (const request of byPriority) {
    const named = request.sample_id
    if (named !== null && left.get(request)! > 0 && samples.has(named) && !answer.has(named))
      take(named, request)
  }
  for (const request of byPriority)
    for (const { sample_id } of nearestLeft(request, given, answer).slice(0, Math.max(0, left.get(request)!)))
      take(sample_id, request)
  return answer
}

/** The samples that answer a request and no other yet, the nearest first. */
const nearestLeft = (request: Request, given: readonly Given[], taken: ReadonlyMap<number, unknown>) =>
  given
    .filter(({ sample_id }) => !taken.has(sample_id))
    .map((sample) => ({ sample_id: sample.sample_id, far: distanceToRequest(sample, request) }))
    .filter((found): found is { sample_id: number; far: number } => found.far !== null)
    .sort((a, b) => a.far - b.far)
