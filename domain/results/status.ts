import { type CodeOf, type State, stateMachine } from '../state_machine.ts'

interface OwnState extends State {
  /** Its proposer may read it. */
  released: boolean
}

/** How far a result has come; each state includes those before it. */
export const resultState = stateMachine({
  DRAFTED: { code: 'drafted', label: 'Draft', colour: 'plain', released: false },
  CHECKED: { code: 'checked', label: 'Checked', colour: 'blue', released: false },
  RELEASED: { code: 'released', label: 'Released', colour: 'orange', released: true },
  /** Its proposer has opened it. */
  READ: { code: 'read', label: 'Read', colour: 'sea', released: true },
  /** Every sample is accepted or declined. */
  ANSWERED: { code: 'answered', label: 'Answered', colour: 'green', released: true },
  /** The office has acted on the answer: it can no longer be changed. */
  NOTED: { code: 'noted', label: 'Closed', colour: 'black', released: true },
} as const satisfies Record<string, OwnState>)
export type ResultState = CodeOf<typeof resultState>
export const { DRAFTED, CHECKED } = resultState.code

/** What a proposal gets; derived from what is confirmed for it. */
export const resultOutcome = stateMachine({
  GRANTED: { code: 'granted', label: 'Granted', colour: 'green' },
  PART: { code: 'part', label: 'Granted in part', colour: 'blue' },
  NOT: { code: 'not', label: 'Not granted', colour: 'plain' },
} as const satisfies Record<string, State>)
export type ResultOutcome = CodeOf<typeof resultOutcome>

/** Why a request is not met, as its proposer reads it: never a rank, a name or a number of another. */
export const REASONS = {
  assigned_elsewhere: { label: 'Assigned to another proposal', short: 'another proposal' },
  none_available: { label: 'No sample of that kind and size available', short: 'none available' },
  not_selected: { label: 'Not selected by the panel', short: 'not selected by the panel' },
  not_in_full: { label: 'Could not be served in full', short: 'not in full' },
} as const
export type Reason = keyof typeof REASONS
export const REASON_NAMES = Object.keys(REASONS) as [Reason, ...Reason[]]

/** What a text for a proposer must not hold. */
export const FINDING_KINDS = {
  name: { label: 'Name of a reviewer' },
  address: { label: 'Address of a reviewer' },
  proposal: { label: 'Number of another proposal' },
  score: { label: 'Score or rank' },
  report: { label: 'Words of a report' },
  note: { label: 'Words of an internal note' },
} as const
export type FindingKind = keyof typeof FINDING_KINDS
export const FINDING_KIND_NAMES = Object.keys(FINDING_KINDS) as [FindingKind, ...FindingKind[]]

/** How an answer stands: not asked for, awaited, awaited after its date, given, acted on. */
export const ANSWERS = {
  none: 'No answer needed',
  awaited: 'Answer awaited',
  overdue: 'Answer overdue',
  given: 'Answered',
  noted: 'Answer acted on',
} as const
export type AnswerState = keyof typeof ANSWERS
export const ANSWER_NAMES = Object.keys(ANSWERS) as [AnswerState, ...AnswerState[]]
