import { fitsRequest, fulfilmentOf, type GivenSample, requestedCount } from '../allocation/matching.ts'
import { labelOf } from '../masters/values.ts'
import { bottlesText } from '../proposals/field_texts.ts'
import type { RequestedSample } from '../proposals/requested_samples.ts'
import { sizeInMm } from '../samples/size.ts'
import type { UnmetRequest } from './contract.ts'
import type { Reason, ResultOutcome } from './status.ts'

/** The catalogue as the reasons see it. */
export interface Availability {
  /** Samples that are confirmed for other proposals. */
  elsewhere: ReadonlySet<number>
  /** Samples that are confirmed for nobody. */
  free: readonly GivenSample[]
}

/** What a proposal gets, with what it does not get and why. */
export interface DerivedResult {
  outcome: ResultOutcome
  requests: number
  unmet: UnmetRequest[]
}

const asked = (request: RequestedSample): string => {
  const parts = [
    request.number_of_bottles === null ? '' : bottlesText(request.number_of_bottles),
    request.number_of_samples !== null && request.number_of_samples > 1
      ? `${request.number_of_samples} samples`
      : '',
    request.sample_id === null && request.weight !== null ? `about ${request.weight} mg` : '',
    request.sample_id === null && request.size !== null ? `about ${sizeInMm(request.size)} mm` : '',
    request.chamber ? `chamber ${labelOf('ChamberList', request.chamber)}` : '',
    request.dish ? `dish ${labelOf('dish_list', request.dish)}` : '',
  ]
  return parts.filter(Boolean).join(', ')
}

/** Why a request is not met, where the allocation knows it. */
function reasonOf(
  request: RequestedSample,
  given: number,
  nothing: boolean,
  { elsewhere, free }: Availability,
): Reason | null {
  if (given > 0) return 'not_in_full'
  if (request.sample_id !== null && elsewhere.has(request.sample_id)) return 'assigned_elsewhere'
  if (request.sample_id === null && !free.some((sample) => fitsRequest(sample, request)))
    return 'none_available'
  return nothing ? 'not_selected' : null
}

/**
 * The result of a proposal by its requests and the samples that are granted. Where a request is not met, the reason is what
 * the allocation knows, or `chosen` before by the office for the request of this priority, else null.
 */
export function deriveResult(
  requests: readonly RequestedSample[],
  given: readonly GivenSample[],
  available: Availability,
  chosen: ReadonlyMap<number, Reason> = new Map(),
): DerivedResult {
  const { byRequest } = fulfilmentOf(requests, given)
  const unmet = byRequest.flatMap(({ request, given: own }): UnmetRequest[] => {
    const count = requestedCount(request)
    if (own.length >= count) return []
    const known = reasonOf(request, own.length, given.length === 0, available)
    return [
      {
        priority: request.priority,
        name: request.sample_name,
        db_type: request.db_type,
        sample_type: request.sample_type,
        asked: asked(request),
        asked_count: count,
        given_count: own.length,
        reason: chosen.get(request.priority) ?? known,
        known: known !== null,
        proposed: known,
      },
    ]
  })
  const outcome = given.length === 0 ? 'not' : unmet.length === 0 ? 'granted' : 'part'
  return { outcome, requests: requests.length, unmet }
}
