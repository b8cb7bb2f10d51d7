import { AGGREGATE, type Asteroid, CONTACT_PAD, GAS, PARTICLE, type SampleType } from '../masters/values.ts'
import type { RequestedSample } from '../proposals/requested_sample.ts'

type Request = Pick<
  RequestedSample,
  'db_type' | 'sample_type' | 'sample_id' | 'number_of_bottles' | 'number_of_samples' | 'chamber'
>

/** How many samples a request asks for: a gas request its bottles, one for any particle or aggregate its number. */
export function numberOf({ sample_type, sample_id, number_of_bottles, number_of_samples }: Request): number {
  if (sample_type === GAS) return number_of_bottles ?? 1
  const any = sample_id === null && (sample_type === PARTICLE || sample_type === AGGREGATE)
  return any ? (number_of_samples ?? 1) : 1
}

/** How many samples a proposal asks for in a grid, over the requests that are its targets. */
export const askedFor = (requests: readonly (Request & { target: boolean })[]) =>
  requests.reduce((sum, request) => (request.target ? sum + numberOf(request) : sum), 0)

interface Candidate {
  db_type: Asteroid
  sample_type: SampleType
  chamber: number | null
}

/** The sample could answer a request for any: of its asteroid and type (contact pad for Bennu particles), in its chamber. */
export const answers = (sample: Candidate, request: Request) =>
  request.sample_id === null &&
  request.db_type === sample.db_type &&
  (request.sample_type === sample.sample_type ||
    (sample.sample_type === CONTACT_PAD && request.sample_type <= AGGREGATE)) &&
  (!request.chamber || sample.chamber === null || request.chamber === sample.chamber)
