/** What a conflict of interest comes from. */
export const CONFLICT_KINDS = {
  declared: 'Declared',
  proposer: 'Proposer',
  collaborator: 'Collaborator',
  former_collaborator: 'Collaborator on a submitted version',
} as const
export type ConflictKind = keyof typeof CONFLICT_KINDS

/** Kinds of findings in the order in which they are shown. */
export const FINDING_KINDS = {
  same_person: 'Same mailbox',
  relation: 'Declared relation',
  together: 'Proposed together',
  organisation: 'Same organisation',
  domain: 'Same mail domain',
  name: 'Same name',
} as const
export type FindingKind = keyof typeof FINDING_KINDS
export const FINDING_KIND_NAMES = Object.keys(FINDING_KINDS) as [FindingKind, ...FindingKind[]]

/** How much a finding says; 3 is shown first. */
export const STRENGTHS = { 3: 'Strong', 2: 'Medium', 1: 'Hint' } as const
export type Strength = keyof typeof STRENGTHS

/** What people can declare about others. */
export const RELATION_KINDS = {
  supervisor: 'Supervisor or student',
  family: 'Family or close friend',
  dispute: 'Dispute',
  other: 'Other relation',
} as const
export type RelationKind = keyof typeof RELATION_KINDS
export const RELATION_KIND_NAMES = Object.keys(RELATION_KINDS) as [RelationKind, ...RelationKind[]]

/** Where a finding stands: nobody has judged it; the person was asked and has not answered; and what was decided. */
export const FINDING_STATES = {
  unjudged: 'To judge',
  asked: 'Asked',
  blocked: 'Blocked',
  allowed: 'Allowed',
} as const
export type FindingState = keyof typeof FINDING_STATES
export const FINDING_STATE_NAMES = Object.keys(FINDING_STATES) as [FindingState, ...FindingState[]]

export const VERDICTS = { block: 'Blocked', allow: 'Allowed' } as const
export type Verdict = keyof typeof VERDICTS
