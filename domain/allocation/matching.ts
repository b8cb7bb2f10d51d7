import { AGGREGATE, type Asteroid, CONTACT_PAD, GAS, PARTICLE, type SampleType } from '../masters/values.ts'
import type { RequestedSample } from '../proposals/requested_samples.ts'
import { distanceFrom, type Figures, type SampleWish } from '../samples/nearest.ts'

type Request = Pick<RequestedSample, 'sample_type' | 'sample_id' | 'number_of_bottles' | 'number_of_samples'>

/** How many samples a request asks for: a gas request its bottles, one for any particle or aggregate its number. */
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

/** How many samples a proposal asks for in a grid, over the requests that are its targets. */
export const totalRequested = (requests: readonly (Request & { target: boolean })[]) =>
  requests.reduce((sum, request) => (request.target ? sum + requestedCount(request) : sum), 0)

/** What a request for any sample asks for. */
type AnyRequest = SampleWish & Pick<RequestedSample, 'db_type' | 'sample_type' | 'sample_id'>
/** What is known of a sample that could be given. */
interface Candidate extends Figures {
  db_type: Asteroid
  sample_type: SampleType
}

/**
 * How far a sample is from a request for any: 0 is what was asked; null when it does not answer it. It does when it is of
 * its asteroid and type (contact pad for Bennu particles), in its chamber or dish, and from half to twice its weight or size.
 */
export function distanceToRequest(sample: Candidate, request: AnyRequest): number | null {
  if (request.sample_id !== null || request.db_type !== sample.db_type) return null
  const given = sample.sample_type === CONTACT_PAD && request.sample_type <= AGGREGATE
  if (!given && request.sample_type !== sample.sample_type) return null
  return distanceFrom(request, sample)
}

/** The sample could answer a request for any. */
export const fitsRequest = (sample: Candidate, request: AnyRequest) =>
  distanceToRequest(sample, request) !== null

type PrioritizedRequest = AnyRequest &
  Pick<RequestedSample, 'id' | 'priority' | 'number_of_bottles' | 'number_of_samples'>
/** A sample that a proposal is given; `priority` is that of the request which a person chose for it to answer. */
export type GivenSample = Candidate & { sample_id: number; priority?: number | null | undefined }

/**
 * Which request of a proposal each of its samples answers, by the id of the sample; what answers none is not in it. A
 * sample answers the request that a person chose for it; else the one that names it; else the requests for any take by
 * priority the nearest that are left, each no more than it asks for, and none is left out that an exchange would serve.
 * The order of requests and samples does not matter.
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

/** The samples that answer a request, the nearest first. */
const nearestOf = (request: PrioritizedRequest, given: readonly GivenSample[]) =>
  given
    .map((sample) => ({ sample_id: sample.sample_id, far: distanceToRequest(sample, request) }))
    .filter((found): found is { sample_id: number; far: number } => found.far !== null)
    .sort((a, b) => a.far - b.far || a.sample_id - b.sample_id)
    .map(({ sample_id }) => sample_id)

/** Gives a request its nearest free sample; else one whose request takes another instead. Answers whether it did. */
function augment<R>(
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

/** How a proposal's requests are served by what it is given, in whatever grid. */
interface Fulfilment<R, G> {
  /** Every request by priority, with all that answers it: first what it asks for, beyond its number what is over. */
  byRequest: { request: R; given: G[] }[]
  /** What answers no request, or more than a request asks for. */
  over: G[]
  /** How many samples the requests still want. */
  missing: number
  pieces: Amounts
  /** Known weights in mg; `unsaid` requests (gas apart) say none, `unweighed` samples have none in the catalogue. */
  mg: Amounts & { unsaid: number; unweighed: number }
}
interface Amounts {
  asked: number
  given: number
}

/** How these requests of one proposal are served by all that it is given. */
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
    mg: {
      asked: sum(requests, (request) => requestedMg(request) ?? 0),
      given: sum(given, ({ weight }) => weight ?? 0),
      unsaid: requests.filter((request) => request.sample_type !== GAS && requestedMg(request) === null)
        .length,
      unweighed: given.filter(({ sample_type, weight }) => sample_type !== GAS && weight === null).length,
    },
  }
}

/** What a request asks for in mg: the weight of the sample it names, or its own for each of its number; null where none is said. */
export function requestedMg(request: WeighedRequest): number | null {
  if (request.sample_id !== null) return request.sample_weight
  return request.weight ? request.weight * requestedCount(request) : null
}

/** The named one first, then the nearest; last what a person chose though it is not what was asked. */
const nearestFirst = <G extends GivenSample>(request: WeighedRequest, given: readonly G[]): G[] => {
  const far = (sample: G) =>
    sample.sample_id === request.sample_id ? -1 : (distanceToRequest(sample, request) ?? Infinity)
  return given.toSorted((a, b) => (far(a) === far(b) ? a.sample_id - b.sample_id : far(a) - far(b)))
}

const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0)
