import { type FieldDescription, labelsIn } from '../field_descriptions.ts'
import { asteroids, BENNU, labelOf, termLabel } from '../masters/values.ts'
import { sizeInMm } from '../samples/size.ts'
import type { Proposal } from './contract.ts'
import type { AssignedSample, RequestedSample } from './requested_samples.ts'

// The fields of a proposal as text, for the screens and the PDF.

/** Previous Status: AO terms and other labels. */
export const previousStatusLabels = ({ accepted_terms }: Pick<Proposal, 'accepted_terms'>): string[] =>
  accepted_terms.map(({ term_id, other_status_id }) =>
    term_id === null ? labelOf('proposal_previos_accepted_status', other_status_id) : termLabel(term_id),
  )

export const conditionLabels = ({ selected_conditions }: Pick<Proposal, 'selected_conditions'>): string[] =>
  selected_conditions.map((c) => labelOf('EnvironmentalCondition', c.environmental_condition_id))

/** A collaborator on one line: name / affiliation (email). */
export const collaboratorLine = (person: Proposal['proposal_collaborator'][number]) =>
  `${person.name} / ${person.affiliation} (${person.email})`

/** Size in mm with three decimals, weight in mg; '-' if unknown. */
const mm = (micrometres: number | null) => (micrometres === null ? '-' : `${sizeInMm(micrometres)} mm`)
const mg = (weight: number | null) => (weight === null ? '-' : `${weight} mg`)

export const bottlesText = (count: number) => (count === 1 ? '1 bottle' : `${count} bottles`)

/** The known measures of an assigned sample, "1.250 mm, 0.7 mg". */
export const measuresText = ({ size, weight, pressure, volume }: Omit<AssignedSample, 'status'>) =>
  [
    size === null ? '' : mm(size),
    weight === null ? '' : mg(weight),
    pressure === null ? '' : `${pressure} Pa`,
    volume === null ? '' : `${volume} ml`,
  ]
    .filter(Boolean)
    .join(', ')

/** The fields of a requested sample: one row of the form, of the detail and of the PDF. */
const SAMPLE_FIELDS = {
  priority: { label: 'Priority' },
  database: { label: 'Database' },
  type: { label: 'Sample Type', pdf: 'Type' },
  sample: { label: 'Sample' },
  amount: { label: 'Size or weight' },
  place: { label: 'Chamber / dish' },
  bottles: { label: 'Number of bottles', pdf: 'Bottles' },
  number: { label: 'Number of necessary samples', pdf: 'Number' },
} satisfies Record<string, FieldDescription>
export type SampleField = keyof typeof SAMPLE_FIELDS

export const SAMPLE_LABEL = labelsIn('label', SAMPLE_FIELDS)
export const SAMPLE_PDF_LABEL = labelsIn('pdf', SAMPLE_FIELDS)

/** A requested sample as text, as the tables on the screens and in the PDF show it. */
export const requestTexts = (row: RequestedSample): Record<SampleField, string> => ({
  priority: String(row.priority),
  database: asteroids[row.db_type],
  type: labelOf('sample_type', row.sample_type),
  sample: row.sample_name ?? 'Any',
  amount: row.size !== null ? mm(row.size) : mg(row.weight ?? row.sample_weight),
  place: row.db_type === BENNU ? labelOf('dish_list', row.dish) : labelOf('ChamberList', row.chamber),
  bottles: row.number_of_bottles === null ? '-' : String(row.number_of_bottles),
  number: row.number_of_samples === null ? '-' : String(row.number_of_samples),
})

/** An assigned sample on one line: A0042 (1.250 mm, 0.7 mg). */
export function sampleLine(sample: AssignedSample): string {
  const measures = measuresText(sample)
  return measures === '' ? sample.name : `${sample.name} (${measures})`
}
