export const TEXT_WORDS = 200

export interface ProposalText {
  /** The heading it stands under in the form, the Proposal tab and the PDF. */
  section: string
  label: string
  /** The most words it may have; null for no limit. */
  words: number | null
}

const DESCRIPTION = { words: TEXT_WORDS }

/**
 * The free texts of a proposal, in the order in which they are written and read: the one list that the form, the
 * Proposal tab, the PDF, the input and the answer are made from. A new one needs a line here and a column.
 */
export const TEXTS = {
  abstract: { section: 'Abstract', label: 'Abstract', words: TEXT_WORDS },
  properties: { section: 'Remarks', label: 'Remarks', words: null },
  sample_description_1_1: { section: 'Sample amount rationale', label: '1a', ...DESCRIPTION },
  sample_description_1_2: { section: 'Sample amount rationale', label: '1b', ...DESCRIPTION },
  sample_description_2_1: { section: 'Flexibility', label: '2a', ...DESCRIPTION },
  sample_description_2_2: { section: 'Flexibility', label: '2b', ...DESCRIPTION },
  sample_description_2_3: { section: 'Flexibility', label: '2c', ...DESCRIPTION },
  sample_description_3_1: { section: 'Additional details', label: '3.1', ...DESCRIPTION },
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
