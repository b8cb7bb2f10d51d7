import { CONTACT_PAD, GAS } from '../masters/values.ts'
import type { RequestedSample } from '../proposals/requested_samples.ts'
import { nearestTo, type SampleFigures } from '../samples/nearest.ts'

/** A sample that the call may give away. */
export interface AvailableSample extends SampleFigures {
  id: number
  db_type: number
  sample_type: number
}

/** What is at hand for the requests of a call, as far as the reader may know of the proposals. */
export interface SamplesAtHand {
  available: readonly AvailableSample[]
  /** The proposals that ask for a sample by name, by its id. */
  asked_for: ReadonlyMap<number, readonly number[]>
  /** The proposal that a sample is confirmed for, by its id. */
  confirmed: ReadonlyMap<number, number>
}

/** '73', '73 and 80', '73, 80 and 91'. */
const list = (ids: readonly number[]) =>
  ids.length < 2 ? String(ids[0]) : `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`

/** What a request can be answered with: 'available', 'available, asked for by 73 too', '4 samples match'. */
export function atHandText(
  request: RequestedSample,
  { available, asked_for, confirmed }: SamplesAtHand,
): string {
  const { sample_id, proposal_id } = request
  if (sample_id === null) {
    if (request.sample_type === GAS || request.sample_type === CONTACT_PAD) return ''
    const ofType = available.filter(
      ({ db_type, sample_type }) => db_type === request.db_type && sample_type === request.sample_type,
    )
    const { length } = nearestTo(ofType, request)
    return length === 0 ? 'no sample matches' : length === 1 ? '1 sample matches' : `${length} samples match`
  }
  if (!available.some(({ id }) => id === sample_id)) return 'given away in an earlier call'
  const other = confirmed.get(sample_id)
  if (other !== undefined)
    return other === proposal_id ? 'confirmed for this proposal' : `confirmed for ${other}`
  const others = (asked_for.get(sample_id) ?? []).filter((id) => id !== proposal_id)
  return others.length === 0 ? 'available' : `available, asked for by ${list(others)} too`
}
