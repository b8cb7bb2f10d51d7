import type { UseFormReturnType } from '@mantine/form'
import { BENNU, GAS, PARTICLE, RYUGU } from '#domain/masters/values.ts'
import type { Proposal } from '#domain/proposals/contract.ts'
import { TEXT_NAMES, type TextName } from '#domain/proposals/fields.ts'
import type { RequestedSample } from '#domain/proposals/requested_samples.ts'
import { isLimited } from '#domain/samples/rules.ts'
import { micrometresToMm } from '#domain/samples/size.ts'
import type { PersonInput } from '#domain/users/person_schemas.ts'

/** The choice of a sample row for any sample of the type. */
export const ANY = 'any'
const MIN_ROWS = 10

/** A row of the sample table in the form; choices are ids as text. */
export interface SampleRow {
  /** React key; also distinguishes the rows of an older draft. */
  key: number
  db_type: string
  type: string
  /** '' for none yet, ANY, or a sample's id. */
  sample: string
  unit: 'mg' | 'mm'
  amount: string | number
  /** Chamber (Ryugu) or dish (Bennu). */
  place: string
  bottles: string
  number: string
}

type Texts = { [N in TextName]: string }

/** The edit form's fields. */
export interface ProposalValues extends Texts {
  version: number
  early_career: string
  check_organization: boolean
  check_collaborators: boolean
  title: string
  proposal_collaborator: PersonInput[]
  samples: SampleRow[]
  accepted_terms: string[]
  accepted_terms_other: string[]
  keywords: string[]
  keywords_other: { name: string }[]
  methods: string[]
  methods_other: { name: string }[]
  conditions: string[]
  file: File | null
  /** The name of the file that was chosen: a draft keeps the name, never the file. */
  file_name: string
  /** Why it cannot be uploaded; '' when it can. */
  file_why: string
  remove_file: boolean
  /** The name of the PDF that is saved. */
  saved_file: string
}

const EMPTY_ROW = {
  db_type: String(RYUGU),
  type: String(PARTICLE),
  sample: '',
  unit: 'mg',
  amount: '',
  place: '0',
  bottles: '1',
  number: '',
} as const

/** An empty row: a Ryugu particle, not chosen yet. */
export const newRow = (): SampleRow => ({ key: Math.random(), ...EMPTY_ROW })

/** Whether anything in the row differs from an empty row. */
export const isTouched = ({ sample, db_type, type }: SampleRow) =>
  sample !== '' || db_type !== EMPTY_ROW.db_type || type !== EMPTY_ROW.type

const ids = (values: readonly (number | null)[]) => values.flatMap((id) => (id === null ? [] : [String(id)]))
const names = (values: readonly (string | null)[]) =>
  values.flatMap((name) => (name === null ? [] : [{ name }]))

/** The initial form values: the saved proposal, with empty sample rows up to ten. */
export function valuesOf(proposal: Proposal): ProposalValues {
  const rows = proposal.requested_samples.map(rowOf)
  const emptyRows = Array.from({ length: Math.max(0, MIN_ROWS - rows.length) }, newRow)
  return {
    ...(Object.fromEntries(TEXT_NAMES.map((name) => [name, proposal[name]])) as Texts),
    version: proposal.version,
    early_career: String(proposal.early_career),
    check_organization: proposal.check_organization === 1,
    check_collaborators: proposal.check_collaborators === 1,
    title: proposal.title,
    proposal_collaborator: proposal.proposal_collaborator.map(({ id: _, name: __, ...person }) => person),
    // Stable keys: the same rows have the same keys in every tab.
    samples: [...rows, ...emptyRows].map((row, key) => ({ ...row, key })),
    accepted_terms: ids(proposal.accepted_terms.map((a) => a.term_id)),
    accepted_terms_other: ids(proposal.accepted_terms.map((a) => a.other_status_id)),
    keywords: ids(proposal.selected_keywords.map((k) => k.keyword_id)),
    keywords_other: names(proposal.selected_keywords.map((k) => k.keyword_other)),
    methods: ids(proposal.selected_methods.map((m) => m.analysis_method_id)),
    methods_other: names(proposal.selected_methods.map((m) => m.analysis_method_other)),
    conditions: ids(proposal.selected_conditions.map((c) => c.environmental_condition_id)),
    file: null,
    file_name: '',
    file_why: '',
    remove_file: false,
    saved_file: proposal.file?.original_file_name ?? '',
  }
}

const rowOf = (row: RequestedSample): SampleRow => ({
  key: Math.random(),
  db_type: String(row.db_type),
  type: String(row.sample_type),
  sample: row.sample_id === null ? ANY : String(row.sample_id),
  unit: row.size === null ? 'mg' : 'mm',
  amount: row.size === null ? (row.weight ?? '') : micrometresToMm(row.size),
  place: String((row.db_type === BENNU ? row.dish : row.chamber) ?? 0),
  bottles: String(row.number_of_bottles ?? 1),
  number: row.number_of_samples === null ? '' : String(row.number_of_samples),
})

/** Which inputs a row shows: amount and number of samples, chamber or dish, bottles. */
export const inputsOf = ({ sample, type }: SampleRow) => {
  const any = sample === ANY
  return {
    amount: any && isLimited(Number(type)),
    place: any && Number(type) !== GAS,
    bottles: sample !== '' && Number(type) === GAS,
  }
}

/** The body of the request, without empty sample rows. */
export function bodyOf(values: ProposalValues) {
  const { samples, file, file_name: _, file_why: __, saved_file: ___, remove_file, ...rest } = values
  return {
    _method: 'PUT',
    ...rest,
    samples: filledRows(samples).map(({ row }) => rowInput(row)),
    file: file ?? undefined,
    remove_file: remove_file && !file ? (1 as const) : undefined,
  }
}

function rowInput(row: SampleRow) {
  const { amount, place, bottles } = inputsOf(row)
  return {
    db_type: row.db_type,
    type: row.type,
    ...(row.sample === ANY ? { any: 1 as const } : { sample_id: row.sample }),
    ...(place && (Number(row.db_type) === BENNU ? { dish: row.place } : { chamber: row.place })),
    ...(amount && { [row.unit === 'mm' ? 'size' : 'weight']: row.amount, number_of_samples: row.number }),
    ...(bottles && { number_of_bottles: row.bottles }),
  }
}

/** The rows that are sent, with their positions on the screen. */
const filledRows = (rows: readonly SampleRow[]) =>
  rows.map((row, position) => ({ row, position })).filter(({ row }) => row.sample !== '')

/** The positions of rows with a choice but neither a sample nor Any: they are not sent. */
export const incompleteRows = (rows: readonly SampleRow[]): number[] =>
  rows.flatMap((row, position) => (isTouched(row) && row.sample === '' ? [position] : []))

/** Why the chosen PDF would not be uploaded with a save, or null. */
export function whyNotUpload({
  file,
  file_name,
  file_why,
}: Pick<ProposalValues, 'file' | 'file_name' | 'file_why'>): string | null {
  if (file_why) return file_why
  return file === null && file_name
    ? `A file cannot be kept in a draft: please choose ${file_name} again, or remove it.`
    : null
}

const ROW_FIELDS: Record<string, keyof SampleRow> = {
  db_type: 'db_type',
  type: 'type',
  sample_id: 'sample',
  any: 'sample',
  size: 'amount',
  weight: 'amount',
  chamber: 'place',
  dish: 'place',
  number_of_bottles: 'bottles',
  number_of_samples: 'number',
}

/** The form field for an error path of the reply. */
export function fieldOf(path: string, rows: readonly SampleRow[]): string {
  const [list, position, name] = path.split('.')
  if (list === 'samples' && position !== undefined) {
    const sent = filledRows(rows)[Number(position)]
    return sent ? `samples.${sent.position}.${ROW_FIELDS[name ?? ''] ?? 'sample'}` : 'samples'
  }
  if (list?.startsWith('accepted_terms')) return 'accepted_terms'
  if (list === 'keywords' || list === 'methods' || list === 'conditions') return list
  return path
}

export type FormFields = UseFormReturnType<ProposalValues>
