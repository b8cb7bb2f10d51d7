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
import type { GridRequest, RowAnswers } from './state/requests.ts'

const asteroid = ({ db_type }: { db_type: Asteroid }) => asteroids[db_type]

/** Where a request for any may come from: a chamber of Ryugu or a dish of Bennu. */
const origin = ({ db_type, chamber, dish }: GridRequest) =>
  db_type === BENNU ? `[${dish ? dish : 'Any'}]` : `[${labelOf('ChamberList', chamber ?? 0)}]`

/** What any sample that is asked for is: 'Any Ryugu particle', 'Any Bennu gas'. */
const anyOf = (request: GridRequest) =>
  `Any ${asteroid(request)} ${labelOf('sample_type', request.sample_type).toLowerCase()}`

/** What a request asks for: 'A0042', 'Any Ryugu particle 5 mg 1.500 mm [A] ×2'. */
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

/** A proposal that has a sample or is to have it: '80', '63 of AO6'. */
export const claimText = ({ proposal_id, term_id }: Pick<Claim, 'proposal_id' | 'term_id'>) =>
  term_id === null ? String(proposal_id) : `${proposal_id} of ${termLabel(term_id)}`

/** What a column says of its sample below the name: the figures of its kind. */
export function sampleFigures(sample: GridSample): string[] {
  if (sample.sample_type === GAS) return [`${figure(sample.pressure)} Pa`, `${figure(sample.volume)} ml`]
  return [
    `${figure(sample.weight)} mg`,
    ...(typeof sample.size === 'number' ? [`${sizeInMm(sample.size)} mm`] : []),
  ]
}

/** A name as short as a small head has it: 'A0042', '800083-0'. */
export const shortName = (name: string) => name.replace(/^OREX-/u, '')

/** What a small head says below the name: two figures, or that it is an aggregate. */
export function shortFigures(sample: GridSample): readonly string[] {
  const figures = sampleFigures(sample)
  return figures.length === 1 && sample.sample_type === AGGREGATE ? [...figures, 'aggr.'] : figures
}

/** Who has a sample: 'confirmed: 80', 'assigned: 95', or, where it is ticked for too many, 'clash: 80 confirmed, 95'. */
export function claimsTexts(claims: readonly Claim[], clash: boolean): string[] {
  const promised = claims.some(({ confirmed }) => confirmed)
  const lead = clash ? 'clash' : promised ? 'confirmed' : 'assigned'
  const texts = claims.map((claim) => `${claimText(claim)}${clash && claim.confirmed ? ' confirmed' : ''}`)
  return texts.map((text, n) => (n === 0 ? `${lead}: ${text}` : text))
}

/** What a proposal is given: '2 of 3, 18.5 mg', '2 of 3, 1 over, 20 mg'; pieces that answer, of those asked for. */
export function givenText({ pieces, over, mg }: RowAnswers) {
  const parts = [
    `${pieces.given - over.length} of ${pieces.asked}`,
    over.length > 0 && `${over.length} over`,
    mg.given > 0 && `${figure(mg.given, 1)} mg`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** The same where there is little room: '2 of 3', '2 of 3 +1'. */
export const givenBriefly = ({ pieces, over }: RowAnswers) =>
  `${pieces.given - over.length} of ${pieces.asked}${over.length > 0 ? ` +${over.length}` : ''}`

/** 'Ryugu, Particle'; a contact pad sample always says so in full. */
export const sampleKind = (sample: GridSample) =>
  `${asteroid(sample)}, ${labelOf('sample_type', sample.sample_type)}`

/** What a save does with a pair: 'Assign A0042 to proposal 12', 'Let A0042 answer request 2 of proposal 12'. */
export function changeText({ name, proposal_id, ticked, moved, priority }: Change): string {
  if (!ticked) return `Take away ${name} from proposal ${proposal_id}`
  if (!moved) return `Assign ${name} to proposal ${proposal_id}`
  return `Let ${name} answer ${priority === null ? 'what it fits best' : `request ${priority}`} of proposal ${proposal_id}`
}
