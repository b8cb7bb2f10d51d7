import type { RequestedSample } from '../proposals/requested_sample.ts'
import { type AnyRequest, type Candidate, distanceToRequest, numberOf } from './asked.ts'

export type Asking = AnyRequest &
  Pick<RequestedSample, 'id' | 'priority' | 'number_of_bottles' | 'number_of_samples'>
/** A sample that a proposal is given; `priority` is that of the request which a person chose for it to answer. */
export type Given = Candidate & { sample_id: number; priority?: number | null | undefined }

/**
 * Which request of a proposal each of its samples answers, by the id of the sample; what answers none is not in it. A
 * sample answers the request that a person chose for it; else the one that names it; else the requests for any take by
 * priority the nearest that are left, each no more than it asks for, and none is left out that an exchange would serve.
 * The order of requests and samples does not matter.
 */
export function answered<R extends Asking>(
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
  const rest = given.filter(({ sample_id }) => !answer.has(sample_id))
  if (rest.length === 0) return answer
  const near = new Map(byPriority.map((request) => [request, nearestOf(request, rest)]))
  for (const request of byPriority)
    for (let n = left.get(request)!; n > 0; n--) if (!fill(request, near, answer)) break
  return answer
}

/** The samples that answer a request, the nearest first. */
const nearestOf = (request: Asking, given: readonly Given[]) =>
  given
    .map((sample) => ({ sample_id: sample.sample_id, far: distanceToRequest(sample, request) }))
    .filter((found): found is { sample_id: number; far: number } => found.far !== null)
    .sort((a, b) => a.far - b.far || a.sample_id - b.sample_id)
    .map(({ sample_id }) => sample_id)

/** Gives a request its nearest free sample; else one whose request takes another instead. Answers whether it did. */
function fill<R>(
  request: R,
  near: ReadonlyMap<R, readonly number[]>,
  answer: Map<number, R>,
  tried = new Set<number>(),
): boolean {
  const free = near.get(request)!.find((sample_id) => !answer.has(sample_id))
  if (free !== undefined) {
    answer.set(free, request)
    return true
  }
  for (const sample_id of near.get(request)!) {
    const holder = answer.get(sample_id)!
    if (holder === request || tried.has(sample_id)) continue
    tried.add(sample_id)
    if (!fill(holder, near, answer, tried)) continue
    answer.set(sample_id, request)
    return true
  }
  return false
}
