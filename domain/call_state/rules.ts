/** Groups of the office's to-do list, in display order. */
export const TODO_GROUPS = {
  attention: 'Attention',
  notices: 'Notices',
  proposals: 'Proposals',
  reviews: 'Reviews',
  scoring: 'Scoring and allocation',
  results: 'Results',
  loans: 'Loans',
} as const
export type TodoKind = keyof typeof TODO_GROUPS
export const TODO_KINDS = Object.keys(TODO_GROUPS) as [TodoKind, ...TodoKind[]]

interface TodoDefinition {
  kind: TodoKind
  label: string
  verb: string
}

/** Items of the office's to-do list, in display order. */
export const TODO = {
  clashes: { kind: 'attention', label: 'Clashes', verb: 'Resolve' },
  overdue: { kind: 'attention', label: 'Reports overdue', verb: 'Remind' },
  loans_late: { kind: 'attention', label: 'Loans overdue', verb: 'Remind' },
  loans_differences: { kind: 'attention', label: 'Loans with differences or losses', verb: 'Resolve' },
  result_findings: { kind: 'attention', label: 'Results with findings', verb: 'See' },
  answers_overdue: { kind: 'attention', label: 'Answers to results overdue', verb: 'Remind' },
  mails: { kind: 'attention', label: 'E-mails failed', verb: 'Retry' },
  unsent_acts: { kind: 'attention', label: 'Not sent at their time', verb: 'See' },
  mails_waiting: { kind: 'attention', label: 'E-mails waiting for the mail server', verb: 'See' },
  hooks_off: { kind: 'attention', label: 'Web hooks switched off', verb: 'See' },
  hook_deliveries: { kind: 'attention', label: 'Deliveries of web hooks failed', verb: 'Retry' },
  backup: { kind: 'attention', label: 'Backups overdue', verb: 'See' },
  checks: { kind: 'attention', label: 'System checks failed', verb: 'See' },
  run_failed: { kind: 'attention', label: 'Applicants not registered or rejected as asked', verb: 'See' },
  not_registered: { kind: 'notices', label: 'Applicants Not Registered', verb: 'Register' },
  not_submitted: { kind: 'proposals', label: 'Proposals not submitted', verb: 'See' },
  withdrawals: { kind: 'proposals', label: 'Withdrawals asked for', verb: 'Decide' },
  unlocked: { kind: 'proposals', label: 'Unlocked', verb: 'See' },
  unlock_ended: { kind: 'proposals', label: 'Unlocked, not submitted again', verb: 'See' },
  without_reviewer: { kind: 'proposals', label: 'Submitted without a reviewer', verb: 'Assign' },
  questions: { kind: 'reviews', label: 'Questions to reviewers', verb: 'Decide' },
  conflicts: { kind: 'reviews', label: 'Conflicts to judge', verb: 'Judge' },
  not_requested: { kind: 'reviews', label: 'Reports not requested', verb: 'Send' },
  requested: { kind: 'reviews', label: 'Requested, not answered', verb: 'Remind' },
  accepted: { kind: 'reviews', label: 'Accepted, not submitted', verb: 'See' },
  without_speaker: { kind: 'scoring', label: 'Proposals without a first or second speaker', verb: 'Name' },
  to_score: { kind: 'scoring', label: 'Reviewed without a global score', verb: 'Score' },
  to_propose: { kind: 'scoring', label: 'Assignments to propose', verb: 'Propose' },
  to_confirm: { kind: 'scoring', label: 'Assignments to confirm', verb: 'Confirm' },
  results_to_draft: { kind: 'results', label: 'Results to draft', verb: 'Draft' },
  results_to_release: { kind: 'results', label: 'Results to release', verb: 'Release' },
  declined_samples: { kind: 'results', label: 'Results with declined samples', verb: 'See' },
  loans_requests: { kind: 'loans', label: 'Extensions and moves asked for', verb: 'Decide' },
  loans_agreements: { kind: 'loans', label: 'Agreements to send or countersign', verb: 'See' },
  loans_packing: { kind: 'loans', label: 'Loans to pack or dispatch', verb: 'Pack' },
  loans_returns: { kind: 'loans', label: 'Returns to confirm', verb: 'Confirm' },
  loans_closing: { kind: 'loans', label: 'Loans to close', verb: 'Close' },
  loans_reports: { kind: 'loans', label: 'Reports of use missing', verb: 'See' },
  write_offs: { kind: 'loans', label: 'Write-offs in the vault to confirm', verb: 'See' },
  inventory_due: { kind: 'loans', label: 'Inventory to ask for', verb: 'Ask' },
  inventory_differs: { kind: 'loans', label: 'Inventory answers that differ', verb: 'Resolve' },
  inventory_accept: { kind: 'loans', label: 'Inventory answers to accept', verb: 'Accept' },
  inventory_unanswered: { kind: 'loans', label: 'Holders to answer the inventory', verb: 'Remind' },
  inventory_close: { kind: 'loans', label: 'Inventory to close', verb: 'Close' },
  publications_to_confirm: { kind: 'loans', label: 'Publications to confirm', verb: 'Confirm' },
} as const satisfies Record<string, TodoDefinition>
export type TodoKey = keyof typeof TODO
export const TODO_KEYS = Object.keys(TODO) as [TodoKey, ...TodoKey[]]

const DAY_MS = 24 * 60 * 60 * 1000

/** 'one day', '12 days'. */
export const days = (count: number) => (count === 1 ? 'one day' : `${count} days`)

/** Whole days that have passed since an instant. */
export const daysSince = (instant: string, now: Date) =>
  Math.max(0, Math.floor((+now - Date.parse(instant)) / DAY_MS))

/** 'one reviewer', '12 reviewers'. */
export const countNoun = (count: number, noun: string) => (count === 1 ? `one ${noun}` : `${count} ${noun}s`)
