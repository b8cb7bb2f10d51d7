import { GAS } from '../masters/values.ts'
import type { RequestedSample } from '../proposals/requested_sample.ts'
import { type Asking, answered, type Given } from './answered.ts'
import { distanceToRequest, numberOf } from './asked.ts'

type Request = Asking & Pick<RequestedSample, 'sample_weight'>

/** How a proposal's requests are served by what it is given, in whatever grid. */
export interface Served<R, G> {
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
export function servedOf<R extends Request, G extends Given>(
  requests: readonly R[],
  given: readonly G[],
): Served<R, G> {
  const answer = answered(requests, given)
  const byRequest = requests
    .toSorted((a, b) => a.priority - b.priority)
    .map((request) => {
      const own = given.filter(({ sample_id }) => answer.get(sample_id) === request)
      return { request, given: bestFirst(request, own) }
    })
  const none = given.filter(({ sample_id }) => !answer.has(sample_id))
  const surplus = byRequest.flatMap((row) => row.given.slice(numberOf(row.request)))
  const asked = sum(requests, numberOf)
  return {
    byRequest,
    over: [...none, ...surplus].sort((a, b) => a.sample_id - b.sample_id),
    missing: asked - (given.length - none.length - surplus.length),
    pieces: { asked, given: given.length },
    mg: {
      asked: sum(requests, (request) => mgAsked(request) ?? 0),
      given: sum(given, ({ weight }) => weight ?? 0),
      unsaid: requests.filter((request) => request.sample_type !== GAS && mgAsked(request) === null).length,
      unweighed: given.filter(({ sample_type, weight }) => sample_type !== GAS && weight === null).length,
    },
  }
}

/** What a request asks for in mg: the weight of the sample it names, or its own for each of its number; null where none is said. */
export function mgAsked(request: Request): number | null {
  if (request.sample_id !== null) return request.sample_weight
  return request.weight ? request.weight * numberOf(request) : null
}

/** The named one first, then the nearest; last what a person chose though it is not what was asked. */
const bestFirst = <G extends Given>(request: Request, given: readonly G[]): G[] => {
  const far = (sample: G) =>
    sample.sample_id === request.sample_id ? -1 : (distanceToRequest(sample, request) ?? Infinity)
  return given.toSorted((a, b) => (far(a) === far(b) ? a.sample_id - b.sample_id : far(a) - far(b)))
}

const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0)
