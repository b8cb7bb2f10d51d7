import type { Term } from './rules.ts'
import { type StepState, stepState } from './status.ts'

const { COMING, OPEN, OVER } = stepState.code

/** A step of a term: from when to when it lasts, and what it opens to whom. */
export interface Step {
  key: 'notices' | 'proposals' | 'reviews' | 'scoring' | 'allocation'
  label: string
  from: string
  to: string | null
  /** What ends it where no day does. */
  ends: string
  /** Who can do what, as the middle of a sentence: 'visitors can file Notices of Intent'. */
  opens: string
  state: StepState
}

type Span = Omit<Step, 'state'>

const CLOSING = 'until the call is closed'

const spans = (term: Term): Span[] => [
  {
    key: 'notices',
    label: 'Notices',
    from: term.noi_opens_at,
    to: term.noi_closes_at,
    ends: CLOSING,
    opens: 'visitors and proposers can file Notices of Intent',
  },
  {
    key: 'proposals',
    label: 'Proposals',
    from: term.proposals_open_at,
    to: term.proposals_close_at,
    ends: CLOSING,
    opens: 'registered proposers can write and submit their proposals',
  },
  {
    key: 'reviews',
    label: 'Reviews',
    from: term.proposals_close_at,
    to: term.reviews_due_at,
    ends: CLOSING,
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
    ends: CLOSING,
    opens: 'the office assigns samples and confirms them',
  },
]

/** The five steps of a term as they stand now; in a closed term all are over. */
export const termSteps = (term: Term, now: Date): Step[] =>
  spans(term).map((span) => ({ ...span, state: stateOf(span, term.disabled, +now) }))

function stateOf({ key, from, to }: Span, closed: boolean, now: number): StepState {
  if (closed) return OVER
  if (now < Date.parse(from)) return COMING
  // The due day of the allocation locks nobody out: it lasts until the term is closed.
  return key !== 'allocation' && to !== null && now >= Date.parse(to) ? OVER : OPEN
}
