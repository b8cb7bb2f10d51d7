import type { PublicTerm } from './public_term.ts'

/** The name of the meta element of the page that carries it. */
export const TERM_META = 'ao-term'

/** What is said where a term is needed before the first one is there. */
export const NO_TERM = 'No call has been opened yet.'

/** A window of a call at a moment, and the date that matters next. */
export interface ShownWindow {
  label: string
  state: 'coming' | 'open' | 'over'
  at: string
}

function windowOf(label: string, opens: string, closes: string, now: Date, closed: boolean): ShownWindow {
  const state = closed || +now >= Date.parse(closes) ? 'over' : +now < Date.parse(opens) ? 'coming' : 'open'
  return { label, state, at: state === 'coming' ? opens : closes }
}

/** When notices and proposals are taken, and when reviews are due. In a closed call nothing is open any more. */
export const windowsOf = (term: PublicTerm, now: Date) => ({
  notices: windowOf('Notices of Intent', term.noi_opens_at, term.noi_closes_at, now, term.disabled),
  proposals: windowOf('Proposals', term.proposals_open_at, term.proposals_close_at, now, term.disabled),
  reviews: windowOf('Reviews', term.proposals_close_at, term.reviews_due_at, now, term.disabled),
})
