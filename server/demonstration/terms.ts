import { aTerm, daysFrom, makeCurrent } from '../builders/people.ts'
import type { DemonstrationContext } from './context.ts'

/** A term of the demonstration; `opens` is the day on which its notices open, relative to today. */
export interface DemonstrationTerm {
  term_id: number
  opens: number
}

const YEAR = 365
/** Three past terms, and the current one, which accepts notices and proposals. */
export const TERMS: readonly DemonstrationTerm[] = [
  { term_id: 4, opens: -45 - 3 * YEAR },
  { term_id: 5, opens: -45 - 2 * YEAR },
  { term_id: 6, opens: -45 - YEAR },
  { term_id: 7, opens: -45 },
]
export const CURRENT_TERM = TERMS[TERMS.length - 1]!

/** Days after the opening of a term, as in AO1: three months for notices, four to the proposals' deadline. */
export const WINDOWS = {
  notices: 90,
  proposalsOpen: 10,
  proposals: 120,
  reviews: 180,
  panel: 200,
  allocation: 240,
}

/** Creates a term and makes it the current one. */
export async function openTerm(
  { office, today }: DemonstrationContext,
  { term_id, opens }: DemonstrationTerm,
) {
  const day = (days: number) => daysFrom(today, opens + days)
  await aTerm(office, {
    id: term_id,
    noi_opens_at: day(0),
    noi_closes_at: day(WINDOWS.notices),
    proposals_open_at: day(WINDOWS.proposalsOpen),
    proposals_close_at: day(WINDOWS.proposals),
    reviews_due_at: day(WINDOWS.reviews),
    panel_meets_at: day(WINDOWS.panel),
    allocation_due_at: day(WINDOWS.allocation),
    is_current: false,
  })
  await makeCurrent(office, term_id)
}
