import { type CodeOf, type Colour, type State, stateMachine } from '../state_machine.ts'

export const PROGRESS_FLAGS = ['not_submitted', 'submitted', 'assigned', 'reviewed', 'scored'] as const

interface ProgressState extends State {
  code: number
  /** The filters that find it; Submitted includes everything before the score. */
  filterFlags: readonly (typeof PROGRESS_FLAGS)[number][]
}

/** The progress of a proposal as staff see it, with reviews and score. */
export const progress = stateMachine({
  NOT_SUBMITTED: { code: 1, label: 'Not Submitted', colour: 'hollow-red', filterFlags: ['not_submitted'] },
  SUBMITTED: { code: 2, label: 'Submitted', colour: 'green', filterFlags: ['submitted'] },
  ASSIGNED: { code: 3, label: 'Assigned', colour: 'blue', filterFlags: ['submitted', 'assigned'] },
  REVIEWED: { code: 4, label: 'Reviewed', colour: 'green', filterFlags: ['submitted', 'reviewed'] },
  SCORED: { code: 5, label: 'Scored', colour: 'sea', filterFlags: ['scored'] },
} as const satisfies Record<string, ProgressState>)

export type Progress = CodeOf<typeof progress>

export const {
  NOT_SUBMITTED: PROGRESS_NOT_SUBMITTED,
  SUBMITTED: PROGRESS_SUBMITTED,
  ASSIGNED: PROGRESS_ASSIGNED,
  REVIEWED: PROGRESS_REVIEWED,
  SCORED: PROGRESS_SCORED,
} = progress.code

interface Band extends State {
  code: number
  /** Its filter. */
  filterFlag: 'excellent' | 'very_good' | 'good' | 'fair' | 'poor'
  /** Exclusive lower bound of the global score. */
  above: number
}

/** The bands of the global score, in ascending order. */
export const scoreBand = stateMachine({
  POOR: { code: 1, label: 'Poor', colour: 'plain', filterFlag: 'poor', above: Number.NEGATIVE_INFINITY },
  FAIR: { code: 2, label: 'Fair', colour: 'blue', filterFlag: 'fair', above: 1 },
  GOOD: { code: 3, label: 'Good', colour: 'green', filterFlag: 'good', above: 2 },
  VERY_GOOD: { code: 4, label: 'Very Good', colour: 'orange', filterFlag: 'very_good', above: 3 },
  EXCELLENT: { code: 5, label: 'Excellent', colour: 'red', filterFlag: 'excellent', above: 4 },
} as const satisfies Record<string, Band>)

export type ScoreBand = CodeOf<typeof scoreBand>

/** The bands in descending order. */
export const BANDS_BEST_FIRST = [...scoreBand.states].reverse()

/** The band of a global score: up to 1 is the worst, over 4 the best; null without a score. */
export const bandOf = (score: number | null): ScoreBand | null =>
  score === null ? null : BANDS_BEST_FIRST.find(({ above }) => score > above)!.code

/** The colour of a global score; plain without one. */
export function scoreColour(score: number | null): Colour {
  const band = bandOf(score)
  return band === null ? 'plain' : scoreBand.colour(band)
}

/** The filters by band with their labels, in descending order. */
export const SCORE_FLAGS = {
  ...(Object.fromEntries(BANDS_BEST_FIRST.map(({ filterFlag, label }) => [filterFlag, label])) as Record<
    Band['filterFlag'],
    string
  >),
  not_scored: '(Not Scored)',
}
