/** A value of a closed list: its id and its label. */
export interface Choice {
  id: number
  label: string
}

const choices = (labels: Record<number, string>): Choice[] =>
  Object.entries(labels).map(([id, label]) => ({ id: Number(id), label }))

export const RYUGU = 1
export const BENNU = 2
export const asteroids: Record<number, string> = { [RYUGU]: 'Ryugu', [BENNU]: 'Bennu' }

export const PARTICLE = 0
export const AGGREGATE = 1
export const GAS = 2
export const PROCESSED = 3
export const CONTACT_PAD = 4

/** The id of Previous Status 'Not applicable', which excludes all others. */
export const NOT_APPLICABLE = 9999

/** Applicant status. */
export const NOT_REGISTERED = 0
export const REGISTERED = 1
export const REJECTED = 2

/** Proposal status. */
export const NOT_CREATED = 0
export const NOT_SUBMITTED = 1
export const SUBMITTED = 2

/** Report status. */
export const REPORT_NOT_REQUESTED = 0
export const REPORT_REQUESTED = 1
export const REPORT_ACCEPTED = 2
export const REPORT_SUBMITTED = 3
export const REPORT_DECLINED = 9

/** Information targets. */
export const TARGET_ALL = 1
export const TARGET_PANEL = 2
export const TARGET_REVIEWER = 3
export const TARGET_PROPOSER = 4

/** Labels by id, by the name under which the wire asks for them. */
export const LABELS = {
  early_career_type: {
    0: 'Not an early-career researcher',
    1: 'Graduate student',
    2: 'Within ten years of the doctorate',
  },
  early_career_short: { 0: '-', 1: 'Student', 2: 'Early career' },
  ChamberList: { 0: 'Any', 1: 'A', 2: 'C' },
  dish_list: { 0: 'Any', 1: '1', 2: '2', 3: '3', 4: '4', 5: '5', 6: '6', 7: '7', 8: '8' },
  EnvironmentalCondition: {
    1: 'Other (see remarks)',
    2: 'Standard container OK',
    3: 'Commercial delivery OK',
  },
  sample_type: {
    [PARTICLE]: 'Particle',
    [AGGREGATE]: 'Aggregate',
    [GAS]: 'Gas',
    [PROCESSED]: 'Previously allocated',
    [CONTACT_PAD]: 'Contact pad particle',
  },
  proposal_previos_accepted_status: {
    1: 'Initial analysis',
    2: 'Phase-2 curation',
    [NOT_APPLICABLE]: 'Not applicable',
  },
  global_score_list: { 1: 'Poor', 2: 'Fair', 3: 'Good', 4: 'Very Good', 5: 'Excellent' },
  score_list: { 1: 'Poor', 2: 'Fair', 3: 'Good', 4: 'Very Good', 5: 'Excellent' },
  proposal_status: { [NOT_CREATED]: '-', [NOT_SUBMITTED]: 'Not Submitted', [SUBMITTED]: 'Submitted' },
  proposal_progress_list: { 1: 'Not Submitted', 2: 'Submitted', 3: 'Assigned', 4: 'Reviewed', 5: 'Scored' },
  applicant_status: {
    [NOT_REGISTERED]: 'Not Registered',
    [REGISTERED]: 'Registered',
    [REJECTED]: 'Rejected',
  },
  report_status: {
    [REPORT_NOT_REQUESTED]: 'Not Requested',
    [REPORT_REQUESTED]: 'Requested',
    [REPORT_ACCEPTED]: 'Accepted',
    [REPORT_SUBMITTED]: 'Submitted',
    [REPORT_DECLINED]: 'Declined',
  },
  information_target_list: {
    [TARGET_ALL]: 'All',
    [TARGET_PANEL]: 'Panel',
    [TARGET_REVIEWER]: 'Reviewer',
    [TARGET_PROPOSER]: 'Proposer',
  },
} satisfies Record<string, Record<number, string>>

export type MasterName = keyof typeof LABELS

/** The label of an id in a closed list; '-' for what the list does not know. */
export const labelOf = (name: MasterName, id: number | null | undefined): string =>
  (id === null || id === undefined ? undefined : (LABELS[name] as Record<number, string>)[id]) ?? '-'

/** A closed list in its order. */
export const listOf = (name: MasterName): Choice[] => choices(LABELS[name])

/** The label of a term: AO{n}. */
export const termLabel = (term_id: number) => `AO${term_id}`
