import { type FieldDescription, labelsIn } from '../field_descriptions.ts'
import type { PersonInput } from './person_schemas.ts'

/** Roles that the office edits; only REGISTER makes a proposer. */
export interface Roles {
  is_administration_office: boolean
  is_panel: boolean
  is_reviewer: boolean
  is_curation: boolean
}

const PERSON_FIELDS: Record<keyof PersonInput, FieldDescription> = {
  first_name: { label: 'First Name' },
  middle_name: { label: 'Middle Name' },
  last_name: { label: 'Last Name' },
  suffix: { label: 'Suffix' },
  email: { label: 'E-mail' },
  affiliation: { label: 'Affiliation' },
}
const ROLE_FIELDS: Record<keyof Roles | 'is_proposer', FieldDescription> = {
  is_administration_office: { label: 'Administration office' },
  is_panel: { label: 'Panel' },
  is_reviewer: { label: 'Reviewer' },
  is_curation: { label: 'Curation' },
  is_proposer: { label: 'Proposer' },
}

/** Labels in forms, details and CSV files. */
export const PERSON_LABEL = labelsIn('label', PERSON_FIELDS)
export const ROLE_LABEL = labelsIn('label', ROLE_FIELDS)

/** Recipient groups of a group mail. */
export const USER_GROUPS = {
  proposers: 'Proposers (proposal submitted)',
  with_samples: 'Proposers with confirmed samples',
  without_samples: 'Proposers without confirmed samples',
  collaborators: 'Collaborators (registered users)',
  owing_reviewers: 'Reviewers who owe a report',
} as const
export type UserGroup = keyof typeof USER_GROUPS
