import { type CodeOf, type State, stateMachine } from '../states.ts'

export const PROGRESS_TICKS = ['not_submitted', 'submitted', 'assigned', 'reviewed', 'scored'] as const

interface ProgressState extends State {
  code: number
  /** The ticks that find it; Submitted stands for everything between it and the score. */
  ticks: readonly (typeof PROGRESS_TICKS)[number][]
}

/** How far a proposal has come for the staff, reviews and score included. */
export const progress = stateMachine({
  NOT_SUBMITTED: { code: 1, label: 'Not Submitted', colour: 'hollow-red', ticks: ['not_submitted'] },
  SUBMITTED: { code: 2, label: 'Submitted', colour: 'green', ticks: ['submitted'] },
  ASSIGNED: { code: 3, label: 'Assigned', colour: 'blue', ticks: ['submitted', 'assigned'] },
  REVIEWED: { code: 4, label: 'Reviewed', colour: 'green', ticks: ['submitted', 'reviewed'] },
  SCORED: { code: 5, label: 'Scored', colour: 'sea', ticks: ['scored'] },
} as const satisfies Record<string, ProgressState>)

export type Progress = CodeOf<typeof progress>

export const {
  NOT_SUBMITTED: PROGRESS_NOT_SUBMITTED,
  SUBMITTED: PROGRESS_SUBMITTED,
  ASSIGNED: PROGRESS_ASSIGNED,
  REVIEWED: PROGRESS_REVIEWED,
  SCORED: PROGRESS_SCORED,
} = progress.code
