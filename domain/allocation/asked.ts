import { AGGREGATE, type Asteroid, CONTACT_PAD, GAS, PARTICLE, type SampleType } from '../masters/values.ts'
import type { RequestedSample } from '../proposals/requested_sample.ts'
import { distanceFrom, type Figures, type Wish } from '../samples/nearest.ts'

type Request = Pick<RequestedSample, 'sample_type' | 'sample_id' | 'number_of_bottles' | 'number_of_samples'>

/** How many samples a request asks for: a gas request its bottles, one for any particle or aggregate its number. */
export function numberOf({ sample_type, sample_id, number_of_bottles, number_of_samples }: Request): number {
  if (sample_type === GAS) return number_of_bottles ?? 1
  const any = sample_id === null && (sample_type === PARTICLE || sample_type === AGGREGATE)
  return any ? (number_of_samples ?? 1) : 1
}

/** How many samples a proposal asks for in a grid, over the requests that are its targets. */
export const askedFor = (requests: readonly (Request & { target: boolean })[]) =>
  requests.reduce((sum, request) => (request.target ? sum + numberOf(request) : sum), 0)

/** What a request for any sample asks for. */
export type AnyRequest = Wish & Pick<RequestedSample, 'db_type' | 'sample_type' | 'sample_id'>
/** What is known of a sample that could be given. */
export interface Candidate extends Figures {
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
export const answers = (sample: Candidate, request: AnyRequest) => distanceToRequest(sample, request) !== null
