import { type FieldDescription, labelsIn } from '../field_descriptions.ts'

/** The fields of a Notice of Intent besides the person. To add one, add it here; the compiler names the other places. */
const NOTICE_FIELDS = {
  early_career: { label: 'Early career' },
  proposal_title: { label: 'Proposal title' },
  proposal_abstract: { label: 'Abstract', csv: 'Proposal abstract' },
  collaborators: { label: 'Collaborators' },
} satisfies Record<string, FieldDescription>
export type NoticeField = keyof typeof NOTICE_FIELDS

export const NOTICE_LABEL = labelsIn('label', NOTICE_FIELDS)
export const NOTICE_CSV_LABEL = labelsIn('csv', NOTICE_FIELDS)
