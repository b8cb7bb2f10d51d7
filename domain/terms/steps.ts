import type { Term } from './rules.ts'
import { type StepState, stepState } from './status.ts'

const { COMING, OPEN, OVER } = stepState.code

export const STEP_KEYS = ['notices', 'proposals', 'reviews', 'scoring', 'allocation'] as const

/** A step of a term. */
export interface Step {
  key: (typeof STEP_KEYS)[number]
  label: string
  from: string
  to: string | null
  /** What ends it if `to` is null: 'until the call is closed'. */
  ends: string
  /** Who can do what, as the middle of a sentence: 'visitors can file Notices of Intent'. */
  opens: string
  state: StepState
}

type Span = Omit<Step, 'state'>

const UNTIL_CLOSED = 'until the call is closed'

const spans = (term: Term): Span[] => [
  {
    key: 'notices',
    label: 'Notices',
    from: term.noi_opens_at,
    to: term.noi_closes_at,
    ends: UNTIL_CLOSED,
    opens: 'visitors and proposers can file Notices of Intent',
  },
  {
    key: 'proposals',
    label: 'Proposals',
    from: term.proposals_open_at,
    to: term.proposals_close_at,
    ends: UNTIL_CLOSED,
    opens: 'registered proposers can write and submit their proposals',
  },
  {
    key: 'reviews',
    label: 'Reviews',
    from: term.proposals_close_at,
    to: term.reviews_due_at,
    ends: UNTIL_CLOSED,
    opens: 'reviewers write their reports',
  },
  {
    key: 'scoring',
    label: 'Scoring',
    from: term.reviews_due_at,
    to: term.panel_meets_at,
    ends: 'until every reviewed proposal has a global score',
    opens: 'the panel reads the reports, and the office enters global scores and ranks',
  },
  {
    key: 'allocation',
    label: 'Allocation',
    from: term.panel_meets_at ?? term.reviews_due_at,
    to: term.allocation_due_at,
    ends: UNTIL_CLOSED,
    opens: 'the office assigns samples and confirms them',
  },
]

/** The five steps of a term with their states; in a closed term all are over. `scored`: scoring is complete. */
export const termSteps = (term: Term, { scored }: { scored: boolean }, now: Date): Step[] =>
  spans(term).map((span) => ({ ...span, state: stateOf(span, term, scored, +now) }))

function stateOf({ key, from, to }: Span, term: Term, scored: boolean, now: number): StepState {
  if (term.disabled) return OVER
  if (now < Date.parse(from)) return COMING
  // Without a date of the panel meeting, the last score ends scoring and begins the allocation.
  if (term.panel_meets_at === null && key === 'scoring') return scored ? OVER : OPEN
  if (term.panel_meets_at === null && key === 'allocation') return scored ? OPEN : COMING
  // The due date of the allocation blocks no one: the step lasts until the term is closed.
  return key !== 'allocation' && to !== null && now >= Date.parse(to) ? OVER : OPEN
}

/** The last open step. */
export const currentStep = (steps: readonly Step[]): Step | null =>
  steps.findLast(({ state }) => state === OPEN) ?? null
