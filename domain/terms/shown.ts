import { z } from 'zod'
import { instant } from '../wire.ts'

/** The current call as far as anybody may know it: its windows and the day its reviews are due. */
export const PublicTerm = z.object({
  id: z.number(),
  noi_opens_at: instant,
  noi_closes_at: instant,
  proposals_open_at: instant,
  proposals_close_at: instant,
  reviews_due_at: instant,
  disabled: z.boolean(),
})
export type PublicTerm = z.output<typeof PublicTerm>

/** The name of the meta element of the page that carries it. */
export const TERM_META = 'ao-term'

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
