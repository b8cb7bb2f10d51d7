import { type CodeOf, type State, stateMachine } from '../state_machine.ts'

/** What became of a question to the reviewers. */
export const questionState = stateMachine({
  WAITING: { code: 'waiting', label: 'Waiting for the office', colour: 'orange' },
  SENT: { code: 'sent', label: 'Sent to reviewers', colour: 'green' },
  DECLINED: { code: 'declined', label: 'Declined', colour: 'black' },
  /** Its author has withdrawn the entry first. */
  WITHDRAWN: { code: 'withdrawn', label: 'Withdrawn', colour: 'plain' },
} as const satisfies Record<string, State>)
export type QuestionState = CodeOf<typeof questionState>
