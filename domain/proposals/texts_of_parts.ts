import { type Asteroid, asteroids, BENNU, labelOf, termLabel } from '../masters/values.ts'
import { sizeInMm } from '../samples/size.ts'
import type { Proposal } from './contract.ts'
import type { AssignedSample, RequestedSample } from './requested_samples.ts'

// How the parts of a proposal are written, on the screens and in the PDF alike.

/** The asteroid of a sample. */
export const asteroidOf = (db_type: Asteroid) => asteroids[db_type]

/** Previous Status: AO terms and other labels. */
export const previousStatusLabels = ({ accepted_terms }: Pick<Proposal, 'accepted_terms'>): string[] =>
  accepted_terms.map(({ term_id, other_status_id }) =>
    term_id === null ? labelOf('proposal_previos_accepted_status', other_status_id) : termLabel(term_id),
  )

/** The conditions of transfer that are ticked. */
export const conditionLabels = ({ selected_conditions }: Pick<Proposal, 'selected_conditions'>): string[] =>
  selected_conditions.map((c) => labelOf('EnvironmentalCondition', c.environmental_condition_id))

/** A collaborator on one line: name / affiliation (email). */
export const collaboratorLine = (person: Proposal['proposal_collaborator'][number]) =>
  `${person.name} / ${person.affiliation} (${person.email})`

/** Size in mm with three decimals, weight in mg; '-' for what is not known. */
const mm = (micrometres: number | null) => (micrometres === null ? '-' : `${sizeInMm(micrometres)} mm`)
const mg = (weight: number | null) => (weight === null ? '-' : `${weight} mg`)

/** Bottles of gas as they are counted. */
export const bottlesText = (count: number) => (count === 1 ? '1 bottle' : `${count} bottles`)

/** The figures of an assigned sample that are known, "1.250 mm, 0.7 mg". */
export const measuresText = ({ size, weight, pressure, volume }: Omit<AssignedSample, 'status'>) =>
  [
    size === null ? '' : mm(size),
    weight === null ? '' : mg(weight),
    pressure === null ? '' : `${pressure} Pa`,
    volume === null ? '' : `${volume} ml`,
  ]
    .filter(Boolean)
    .join(', ')

/** The texts of a requested sample's row, as the table on the screen and the PDF show them. */
export const requestTexts = (row: RequestedSample) => ({
  database: asteroidOf(row.db_type),
  type: labelOf('sample_type', row.sample_type),
  sample: row.sample_name ?? 'Any',
  amount: row.size !== null ? mm(row.size) : mg(row.weight ?? row.sample_weight),
  place: row.db_type === BENNU ? labelOf('dish_list', row.dish) : labelOf('ChamberList', row.chamber),
  bottles: row.number_of_bottles === null ? '-' : String(row.number_of_bottles),
  number: row.number_of_samples === null ? '-' : String(row.number_of_samples),
})

/** An assigned sample on one line: A0042 (1.250 mm, 0.7 mg). */
export function sampleLine(sample: AssignedSample): string {
  const figures = measuresText(sample)
  return figures === '' ? sample.name : `${sample.name} (${figures})`
}
