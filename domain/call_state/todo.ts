/** The groups of the office's list of what is to do, in their order. */
export const TODO_GROUPS = {
  attention: 'Attention',
  notices: 'Notices',
  proposals: 'Proposals',
  reviews: 'Reviews',
  scoring: 'Scoring and allocation',
} as const
export type TodoKind = keyof typeof TODO_GROUPS
export const TODO_KINDS = Object.keys(TODO_GROUPS) as [TodoKind, ...TodoKind[]]

interface Line {
  kind: TodoKind
  label: string
  verb: string
}

/** What can wait for the office, in the order in which it is told. */
export const TODO = {
  clashes: { kind: 'attention', label: 'Clashes', verb: 'Resolve' },
  overdue: { kind: 'attention', label: 'Reports overdue', verb: 'Remind' },
  mails: { kind: 'attention', label: 'Mails failed', verb: 'Retry' },
  mails_waiting: { kind: 'attention', label: 'Mails waiting for the mail server', verb: 'See' },
  not_registered: { kind: 'notices', label: 'Applicants Not Registered', verb: 'Register' },
  not_submitted: { kind: 'proposals', label: 'Proposals not submitted', verb: 'See' },
  without_reviewer: { kind: 'proposals', label: 'Submitted without a reviewer', verb: 'Assign' },
  not_requested: { kind: 'reviews', label: 'Reports not requested', verb: 'Send' },
  requested: { kind: 'reviews', label: 'Requested, not answered', verb: 'Remind' },
  accepted: { kind: 'reviews', label: 'Accepted, not submitted', verb: 'See' },
  to_score: { kind: 'scoring', label: 'Reviewed without a global score', verb: 'Score' },
  to_propose: { kind: 'scoring', label: 'Assignments to propose', verb: 'Propose' },
  to_confirm: { kind: 'scoring', label: 'Assignments to confirm', verb: 'Confirm' },
} as const satisfies Record<string, Line>
export type TodoKey = keyof typeof TODO
export const TODO_KEYS = Object.keys(TODO) as [TodoKey, ...TodoKey[]]
