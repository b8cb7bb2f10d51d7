import { type FieldDescription, labelsIn } from '../field_descriptions.ts'
import { groupBy } from '../group_by.ts'

export const TITLE_LENGTH = 200
export const OTHER_LENGTH = 50
export const TEXT_WORDS = 200

export interface ProposalText extends FieldDescription {
  /** The heading it is shown under in the form, the Proposal tab and the PDF. */
  section: string
  /** The most words it may have; null for no limit. */
  words: number | null
}

/**
 * The free texts of a proposal, in the order of the form. Form, limits, saving, reading, Proposal
 * tab, comparison, draft notice and PDF follow from this list. To add a text, add it here and a column.
 */
export const TEXTS = {
  abstract: { section: 'Abstract', label: 'Abstract', words: TEXT_WORDS },
  properties: { section: 'Remarks', label: 'Remarks', words: null },
  sample_description_1_1: { section: 'Sample amount rationale', label: '1a', words: TEXT_WORDS },
  sample_description_1_2: { section: 'Sample amount rationale', label: '1b', words: TEXT_WORDS },
  sample_description_2_1: { section: 'Flexibility', label: '2a', words: TEXT_WORDS },
  sample_description_2_2: { section: 'Flexibility', label: '2b', words: TEXT_WORDS },
  sample_description_2_3: { section: 'Flexibility', label: '2c', words: TEXT_WORDS },
  sample_description_3_1: { section: 'Additional details', label: '3.1', words: TEXT_WORDS },
  post_analysis_alternation: {
    section: 'Effects after analysis',
    label: 'Effects after analysis',
    words: TEXT_WORDS,
  },
  methods_to_handle_of_sample: {
    section: 'Handling facility and tools',
    label: 'Handling facility and tools',
    words: TEXT_WORDS,
  },
  environmental_condition_other: { section: 'Transfer protocol', label: 'Remarks', words: TEXT_WORDS },
} satisfies Record<string, ProposalText>

export type TextName = keyof typeof TEXTS
export const TEXT_NAMES = Object.keys(TEXTS) as TextName[]
/** The texts that follow the keywords and methods; the abstract comes before them. */
export const OTHER_TEXTS = TEXT_NAMES.filter((name) => name !== 'abstract')

/** The texts by their section, in order. */
export const textsBySection = (names: readonly TextName[]): [section: string, texts: TextName[]][] => [
  ...groupBy(names, (name) => TEXTS[name].section),
]

export const CONSENTS = ['check_organization', 'check_collaborators'] as const
export const CONSENTS_LABEL = 'Consents'
export type Consent = (typeof CONSENTS)[number]

/**
 * The other fields, by their names in the form. `required`: Submit refuses a proposal without it. To add a field, add it
 * here and a column; the compiler then names every other place.
 */
const OTHER_FIELDS = {
  title: { label: 'Title', required: true },
  keywords: { label: 'Keywords', required: true },
  methods: { label: 'Analysis methods', required: true },
  samples: { label: 'Request Sample', detail: 'Requested samples', required: true },
  conditions: { label: 'Conditions of transfer', pdf: 'Conditions', required: false },
  file: { label: 'PDF', detail: 'Attached PDF', required: false },
  proposal_collaborator: { label: 'Collaborators', required: false },
  early_career: { label: 'Early career', required: false },
  accepted_terms: { label: 'Previous Status', required: false },
  check_organization: { label: 'My organization approves this proposal', required: true },
  check_collaborators: { label: 'All collaborators have agreed', required: true },
} as const satisfies Record<string, FieldDescription & { required: boolean }>

export type OtherField = keyof typeof OTHER_FIELDS
/** Every field of a proposal's form. */
export type ProposalField = OtherField | TextName
/** The parts of a screen or file, each in one place: the texts after the abstract are one part. */
export type FieldPlace = OtherField | 'abstract' | 'other_texts'

/** Labels in the form, in details, and in the PDF. */
export const LABEL = { ...labelsIn('label', OTHER_FIELDS), abstract: TEXTS.abstract.label }
export const DETAIL_LABEL = { ...labelsIn('detail', OTHER_FIELDS), abstract: TEXTS.abstract.label }
export const PDF_LABEL = { ...labelsIn('pdf', OTHER_FIELDS), abstract: TEXTS.abstract.label }

/** The fields that Submit needs. */
export type RequiredField =
  | 'abstract'
  | { [F in OtherField]: (typeof OTHER_FIELDS)[F]['required'] extends true ? F : never }[OtherField]

/** The label of a text with its section, 'Flexibility: 2a'; a section's only text has the section's name. */
export function textLabel(name: TextName): string {
  const { section, label } = TEXTS[name]
  return label === section ? section : `${section}: ${label}`
}
