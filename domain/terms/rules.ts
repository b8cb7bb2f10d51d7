import { termLabel } from '../masters/values.ts'
import type { PublicTerm } from './public_term.ts'

/** A term as rules need it; instants are ISO 8601. */
export interface Term {
  id: number
  noi_opens_at: string
  noi_closes_at: string
  proposals_open_at: string
  proposals_close_at: string
  reviews_due_at: string
  panel_meets_at: string | null
  allocation_due_at: string | null
  disabled: boolean
  is_current: boolean
}

/** The days of a term, in chronological order. */
export const DAYS = {
  noi_opens_at: 'Notices open',
  noi_closes_at: 'Notices close',
  proposals_open_at: 'Proposals open',
  proposals_close_at: 'Proposals close',
  reviews_due_at: 'Reviews are due',
  panel_meets_at: 'The panel meets',
  allocation_due_at: 'The allocation is due',
} as const
export type DayName = keyof typeof DAYS
export const DAY_NAMES = Object.keys(DAYS) as DayName[]
export type Days = Pick<Term, DayName>

/** What the rule for notices needs of a term. */
export type NoticeWindow = Pick<Term, 'id' | 'noi_opens_at' | 'noi_closes_at' | 'disabled'>

const at = (instant: string) => Date.parse(instant)

/** An instant in mails and messages: 2026-04-22 23:59 UTC. */
export const formatUtc = (instant: string) =>
  `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Why no Notice of Intent is accepted for `term` now, or null. The window includes its opening, not its closing. */
export function whyNotNotice(term: NoticeWindow | null, now: Date): string | null {
  if (!term) return NO_TERM
  if (term.disabled) return `${termLabel(term.id)} is closed.`
  if (+now < at(term.noi_opens_at) || +now >= at(term.noi_closes_at))
    return `Notices of Intent for ${termLabel(term.id)} are accepted from ${formatUtc(term.noi_opens_at)} to ${formatUtc(term.noi_closes_at)}.`
  return null
}

type ProposalWindow = Pick<Term, 'disabled' | 'proposals_open_at' | 'proposals_close_at'>

/** Proposals can be written: the term is not disabled and its proposals have opened. */
export const acceptsProposals = (term: ProposalWindow, now: Date) =>
  !term.disabled && +now >= at(term.proposals_open_at)

/** Proposals can be submitted: accepted, and before the deadline. */
export const beforeDeadline = (term: ProposalWindow, now: Date) =>
  acceptsProposals(term, now) && +now < at(term.proposals_close_at)

/** Why nothing may be written in `term`, or null: a disabled term is read-only everywhere. */
export const whyReadOnly = (term: Pick<Term, 'id' | 'disabled'>) =>
  term.disabled ? `${termLabel(term.id)} is closed; nothing in it can be changed.` : null

/** Two days of a term that must be in order; with `strict` they must differ. */
type DayOrder = readonly [later: DayName, earlier: DayName, why: string, strict?: boolean]

const DAY_ORDERS: readonly DayOrder[] = [
  ['noi_closes_at', 'noi_opens_at', 'Notices must close after they open.', true],
  ['proposals_open_at', 'noi_opens_at', 'Proposals cannot open before notices do.'],
  ['proposals_close_at', 'proposals_open_at', 'Proposals must close after they open.', true],
  [
    'proposals_close_at',
    'noi_closes_at',
    'Proposals cannot close before notices do: applicants who file a notice then write a proposal.',
  ],
  ['reviews_due_at', 'proposals_close_at', 'Reviews cannot be due before proposals close.'],
  ['panel_meets_at', 'reviews_due_at', 'The panel cannot meet before reviews are due.'],
  ['allocation_due_at', 'panel_meets_at', 'The allocation cannot be due before the panel meets.'],
  ['allocation_due_at', 'reviews_due_at', 'The allocation cannot be due before reviews are.'],
]

/** Errors in the order of a term's days, by the name of the later day. */
export function dayErrors(days: Days): Partial<Record<DayName, string>> {
  const errors: Partial<Record<DayName, string>> = {}
  for (const [later, earlier, why, strict = false] of DAY_ORDERS) {
    const [to, from] = [days[later], days[earlier]]
    if (to === null || from === null) continue
    if (strict ? at(to) <= at(from) : at(to) < at(from)) errors[later] ??= why
  }
  return errors
}

const inYears = (instant: string, years: number) => {
  const date = new Date(instant)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.toISOString()
}

/** Dates to begin a new term with: those of the last one, as many years later as its proposals close after now. */
export function nextDays(last: Days, now: Date): Days {
  let years = 1
  while (+now >= at(inYears(last.proposals_close_at, years))) years += 1
  const move = (instant: string | null) => instant && inYears(instant, years)
  return Object.fromEntries(DAY_NAMES.map((name) => [name, move(last[name])])) as unknown as Days
}

/** Name of the page's meta element with the current term. */
export const TERM_META = 'ao-term'

export const NO_TERM = 'No call has been opened yet.'

/** The state of a window. `at`: when it opens, if it is still to come; otherwise when it closes. */
export interface WindowState {
  label: string
  state: 'coming' | 'open' | 'over'
  at: string
}

function windowOf(label: string, opens: string, closes: string, now: Date, closed: boolean): WindowState {
  const state = closed || +now >= Date.parse(closes) ? 'over' : +now < Date.parse(opens) ? 'coming' : 'open'
  return { label, state, at: state === 'coming' ? opens : closes }
}

/** The windows of notices, proposals and reviews. In a closed term all are over. */
export const windowsOf = (term: PublicTerm, now: Date) => ({
  notices: windowOf('Notices of Intent', term.noi_opens_at, term.noi_closes_at, now, term.disabled),
  proposals: windowOf('Proposals', term.proposals_open_at, term.proposals_close_at, now, term.disabled),
  reviews: windowOf('Reviews', term.proposals_close_at, term.reviews_due_at, now, term.disabled),
})
