import { AGGREGATE, type Asteroid, CONTACT_PAD, GAS, PARTICLE, type SampleType } from '../masters/values.ts'
import type { RequestedSample } from '../proposals/requested_samples.ts'
import { exactSum, totalMg } from '../samples/exact_sum.ts'
import { distanceFrom, type SampleCriteria, type SampleFigures } from '../samples/nearest.ts'

type Request = Pick<RequestedSample, 'sample_type' | 'sample_id' | 'number_of_bottles' | 'number_of_samples'>

/** How many samples a request asks for: bottles of gas, or the number of any particles or aggregates; otherwise one. */
export function requestedCount({
  sample_type,
  sample_id,
  number_of_bottles,
  number_of_samples,
}: Request): number {
  if (sample_type === GAS) return number_of_bottles ?? 1
  const any = sample_id === null && (sample_type === PARTICLE || sample_type === AGGREGATE)
  return any ? (number_of_samples ?? 1) : 1
}

type AnyRequest = SampleCriteria & Pick<RequestedSample, 'db_type' | 'sample_type' | 'sample_id'>
interface Candidate extends SampleFigures {
  db_type: Asteroid
  sample_type: SampleType
}

/**
 * Distance of a sample from a request for any sample: 0 is an exact fit, null no fit. It fits when asteroid and type agree
 * (a contact pad sample also fits a request for Bennu particles), chamber or dish agree, and its weight or size is between
 * half and twice what was requested.
 */
export function distanceToRequest(sample: Candidate, request: AnyRequest): number | null {
  if (request.sample_id !== null || request.db_type !== sample.db_type) return null
  const given = sample.sample_type === CONTACT_PAD && request.sample_type <= AGGREGATE
  if (!given && request.sample_type !== sample.sample_type) return null
  return distanceFrom(request, sample)
}

export const fitsRequest = (sample: Candidate, request: AnyRequest) =>
  distanceToRequest(sample, request) !== null

type PrioritizedRequest = AnyRequest &
  Pick<RequestedSample, 'id' | 'priority' | 'number_of_bottles' | 'number_of_samples'>
/** An assigned sample; `priority` names the request that a person chose for it, if any. */
export type GivenSample = Candidate & { sample_id: number; priority?: number | null | undefined }

/**
 * Matches the samples of one proposal to its requests: from sample id to request, without samples that answer none. A
 * sample answers the request that a person chose for it, otherwise the request that names it. The remaining samples go to
 * the requests for any sample, by priority and nearest first, up to the requested number, as a maximum bipartite matching
 * (augmenting paths). The result does not depend on the order of requests and samples.
 */
export function matchSamples<R extends PrioritizedRequest>(
  requests: readonly R[],
  given: readonly GivenSample[],
): Map<GivenSample['sample_id'], R> {
  const answer = new Map<GivenSample['sample_id'], R>()
  const byPriority = requests.toSorted((a, b) => a.priority - b.priority)
  const left = new Map(byPriority.map((request) => [request, requestedCount(request)]))
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
    for (let n = left.get(request)!; n > 0; n--) if (!augment(request, near, answer)) break
  return answer
}

/** The samples that fit a request, nearest first. */
const nearestOf = (request: PrioritizedRequest, given: readonly GivenSample[]) =>
  given
    .map((sample) => ({ sample_id: sample.sample_id, far: distanceToRequest(sample, request) }))
    .filter((found): found is { sample_id: number; far: number } => found.far !== null)
    .sort((a, b) => a.far - b.far || a.sample_id - b.sample_id)
    .map(({ sample_id }) => sample_id)

/**
 * Finds an augmenting path for one sample more: the nearest free one, or one whose request can take another. Changes
 * `answer`, from sample id to request; `near` has the samples that fit each request. Returns whether it did.
 */
export function augment<R>(
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
    if (!augment(holder, near, answer, tried)) continue
    answer.set(sample_id, request)
    return true
  }
  return false
}

type WeighedRequest = PrioritizedRequest & Pick<RequestedSample, 'sample_weight'>

/** How the assignments of a proposal, over all grids, serve its requests. */
export interface Fulfilment<R, G> {
  /** Every request by priority, with its samples; those beyond the requested number come last. */
  byRequest: { request: R; given: G[] }[]
  /** Samples that answer no request, or exceed the requested number. */
  over: G[]
  /** How many requested samples are not assigned. */
  missing: number
  pieces: Amounts
  mg: ComparedMg
}
interface Amounts {
  asked: number
  given: number
}
/** Known weights in mg. `asked` and `given` are those of the requests that state a weight, without samples beyond the requested number. */
interface ComparedMg extends Amounts {
  /** Requests that state a size instead, and those that state neither; both without gas. */
  bySize: number
  unstated: number
  /** The weight of all assigned samples, whatever they answer. */
  total: number
}

export function fulfilmentOf<R extends WeighedRequest, G extends GivenSample>(
  requests: readonly R[],
  given: readonly G[],
): Fulfilment<R, G> {
  const answer = matchSamples(requests, given)
  const byRequest = requests
    .toSorted((a, b) => a.priority - b.priority)
    .map((request) => {
      const own = given.filter(({ sample_id }) => answer.get(sample_id) === request)
      return { request, given: nearestFirst(request, own) }
    })
  const none = given.filter(({ sample_id }) => !answer.has(sample_id))
  const surplus = byRequest.flatMap((row) => row.given.slice(requestedCount(row.request)))
  const asked = sum(requests, requestedCount)
  return {
    byRequest,
    over: [...none, ...surplus].sort((a, b) => a.sample_id - b.sample_id),
    missing: asked - (given.length - none.length - surplus.length),
    pieces: { asked, given: given.length },
    mg: { ...comparedMg(byRequest), total: totalMg(given) },
  }
}

/** Requested and given weights, compared over the requests that state a weight; the others are counted. */
export function comparedMg(
  byRequest: readonly { request: WeighedRequest; given: readonly GivenSample[] }[],
): Omit<ComparedMg, 'total'> {
  const stating = byRequest.filter(({ request }) => requestedMg(request) !== null)
  const others = byRequest.filter(
    ({ request }) => requestedMg(request) === null && request.sample_type !== GAS,
  )
  const bySize = others.filter(({ request }) => request.sample_id === null && request.size).length
  return {
    asked: exactSum(stating.map(({ request }) => requestedMg(request)!)),
    given: totalMg(stating.flatMap(({ request, given }) => given.slice(0, requestedCount(request)))),
    bySize,
    unstated: others.length - bySize,
  }
}

/** Requested weight in mg: that of the named sample, or the stated weight times the number; null when none is stated. */
export function requestedMg(request: WeighedRequest): number | null {
  if (request.sample_id !== null) return request.sample_weight
  return request.weight
    ? exactSum(Array.from({ length: requestedCount(request) }, () => request.weight!))
    : null
}

/** The named sample first, then by distance; last those that a person chose although they do not fit. */
const nearestFirst = <G extends GivenSample>(request: WeighedRequest, given: readonly G[]): G[] => {
  const far = (sample: G) =>
    sample.sample_id === request.sample_id ? -1 : (distanceToRequest(sample, request) ?? Infinity)
  return given.toSorted((a, b) => (far(a) === far(b) ? a.sample_id - b.sample_id : far(a) - far(b)))
}

const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0)
