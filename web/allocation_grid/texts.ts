import type { GridSample } from '#domain/allocation/contract.ts'
import {
  AGGREGATE,
  type Asteroid,
  asteroids,
  BENNU,
  GAS,
  labelOf,
  termLabel,
} from '#domain/masters/values.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import { figure } from '#web/lib/format/format.ts'
import type { Change, Claim } from './state/assignments.ts'
import type { GridRequest, NamedSample, RowAnswers } from './state/requests.ts'

const asteroid = ({ db_type }: { db_type: Asteroid }) => asteroids[db_type]

/** The origin of a request for any: a chamber of Ryugu or a dish of Bennu. */
const origin = ({ db_type, chamber, dish }: GridRequest) =>
  db_type === BENNU ? `[${dish ? dish : 'Any'}]` : `[${labelOf('ChamberList', chamber ?? 0)}]`

/** 'Any Ryugu particle', 'Any Bennu gas'. */
const anyOf = (request: GridRequest) =>
  `Any ${asteroid(request)} ${labelOf('sample_type', request.sample_type).toLowerCase()}`

/** A request: 'A0042', 'Any Ryugu particle 5 mg 1.500 mm [A] ×2'. */
export function requestText(request: GridRequest): string {
  const { sample_name, sample_type, weight, size, number_of_bottles, number_of_samples } = request
  const parts = [sample_name ?? anyOf(request)]
  if (sample_type === GAS) {
    if (sample_name !== null) parts.push(asteroid(request))
    parts.push(number_of_bottles ? `×${number_of_bottles}` : '')
  } else if (sample_name === null) {
    parts.push(weight === null ? '' : `${figure(weight)} mg`, size === null ? '' : `${sizeInMm(size)} mm`)
    parts.push(origin(request), number_of_samples ? `×${number_of_samples}` : '')
  }
  return parts.filter((part) => part !== '').join(' ')
}

/** The proposal of a claim: '80', '63 of AO6'. */
export const claimText = ({ proposal_id, term_id }: Pick<Claim, 'proposal_id' | 'term_id'>) =>
  term_id === null ? String(proposal_id) : `${proposal_id} of ${termLabel(term_id)}`

/** The figures of a sample: weight and size, or pressure and volume of gas. */
export function sampleFigures(sample: GridSample): string[] {
  if (sample.sample_type === GAS) return [`${figure(sample.pressure)} Pa`, `${figure(sample.volume)} ml`]
  return [
    `${figure(sample.weight)} mg`,
    ...(typeof sample.size === 'number' ? [`${sizeInMm(sample.size)} mm`] : []),
  ]
}

/** The short name for a small head: 'A0042', '800083-0'. */
export const shortName = (name: string) => name.replace(/^OREX-/u, '')

/** The texts below the name in a small head: two figures, or a note that it is an aggregate. */
export function shortFigures(sample: GridSample): readonly string[] {
  const figures = sampleFigures(sample)
  return figures.length === 1 && sample.sample_type === AGGREGATE ? [...figures, 'aggr.'] : figures
}

/** The claims on a sample: 'confirmed: 80', 'assigned: 95', or in a clash 'clash: 80 confirmed, 95'. */
export function claimsTexts(claims: readonly Claim[], clash: boolean): string[] {
  const promised = claims.some(({ confirmed }) => confirmed)
  const lead = clash ? 'clash' : promised ? 'confirmed' : 'assigned'
  const texts = claims.map((claim) => `${claimText(claim)}${clash && claim.confirmed ? ' confirmed' : ''}`)
  return texts.map((text, n) => (n === 0 ? `${lead}: ${text}` : text))
}

/** The answered pieces of a proposal: '2 of 3, 18.5 mg', '2 of 3, 1 over, 20 mg'. */
export function answeredText({ pieces, surplus: over, mg }: RowAnswers) {
  const parts = [
    `${pieces.given - over.length} of ${pieces.asked}`,
    over.length > 0 && `${over.length} over`,
    mg.total > 0 && `${figure(mg.total)} mg`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** The short form: '2 of 3', '2 of 3 +1'. */
export const shortAnsweredText = ({ pieces, surplus: over }: RowAnswers) =>
  `${pieces.given - over.length} of ${pieces.asked}${over.length > 0 ? ` +${over.length}` : ''}`

/** 'Requested: A0093, C0115. Assigned: A0367.' */
export function namedSamplesText(samples: readonly NamedSample[]): string | undefined {
  const part = (label: string, ones: readonly NamedSample[]) =>
    ones.length === 0 ? [] : [`${label}: ${ones.map(({ name }) => name).join(', ')}.`]
  const parts = [
    ...part(
      'Requested',
      samples.filter(({ requested }) => requested),
    ),
    ...part(
      'Assigned',
      samples.filter(({ assigned }) => assigned),
    ),
  ]
  return parts.length === 0 ? undefined : parts.join(' ')
}

/** 'Ryugu, Particle'. */
export const sampleKind = (sample: GridSample) =>
  `${asteroid(sample)}, ${labelOf('sample_type', sample.sample_type)}`

/** A change in words: 'Assign A0042 to proposal 12', 'Move A0042 to request 2 of proposal 12'. */
export function changeText({ name, proposal_id, assigned, moved, priority }: Change): string {
  if (!assigned) return `Remove ${name} from proposal ${proposal_id}`
  if (!moved) return `Assign ${name} to proposal ${proposal_id}`
  return `Move ${name} to ${priority === null ? 'the request that it fits best' : `request ${priority}`} of proposal ${proposal_id}`
}
