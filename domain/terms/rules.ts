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

/** The days of a term, in the order in which they come. */
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

/** What a notice has to do with a term. */
export type NoticeWindow = Pick<Term, 'id' | 'noi_opens_at' | 'noi_closes_at' | 'disabled'>

const at = (instant: string) => Date.parse(instant)

/** An instant as mails and refusals write it: 2026-04-22 23:59 UTC. */
export const utc = (instant: string) =>
  `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Why no Notice of Intent is accepted for `term` now, or null. The window includes its opening, not its closing. */
export function whyNotNotice(term: NoticeWindow | null, now: Date): string | null {
  if (!term) return NO_TERM
  if (term.disabled) return `${termLabel(term.id)} is closed.`
  if (+now < at(term.noi_opens_at) || +now >= at(term.noi_closes_at))
    return `Notices of Intent for ${termLabel(term.id)} are accepted from ${utc(term.noi_opens_at)} to ${utc(term.noi_closes_at)}.`
  return null
}

type Window = Pick<Term, 'disabled' | 'proposals_open_at' | 'proposals_close_at'>

/** Proposals can be made: the term is not disabled and its proposals have opened (checkProposalAccepted). */
export const acceptsProposals = (term: Window, now: Date) =>
  !term.disabled && +now >= at(term.proposals_open_at)

/** Proposals can still be submitted: accepted, and before the deadline (checkProposalLimit). */
export const beforeDeadline = (term: Window, now: Date) =>
  acceptsProposals(term, now) && +now < at(term.proposals_close_at)

/** Why nothing may be written in `term`, or null: a disabled term is read-only everywhere. */
export const whyReadOnly = (term: Pick<Term, 'id' | 'disabled'>) =>
  term.disabled ? `${termLabel(term.id)} is closed; nothing in it can be changed.` : null

/** An order between two days of a term: the later one, what it must not precede, and why. */
type DayOrder = readonly [later: DayName, earlier: DayName, why: string, apart?: boolean]

const DAY_ORDERS: readonly DayOrder[] = [
  ['noi_closes_at', 'noi_opens_at', 'Notices must close after they open.', true],
  ['proposals_open_at', 'noi_opens_at', 'Proposals can not open before notices do.'],
  ['proposals_close_at', 'proposals_open_at', 'Proposals must close after they open.', true],
  [
    'proposals_close_at',
    'noi_closes_at',
    'Proposals can not close before notices do: who files a notice writes a proposal.',
  ],
  ['reviews_due_at', 'proposals_close_at', 'Reviews can not be due before proposals close.'],
  ['panel_meets_at', 'reviews_due_at', 'The panel can not meet before reviews are due.'],
  ['allocation_due_at', 'panel_meets_at', 'The allocation can not be due before the panel meets.'],
  ['allocation_due_at', 'reviews_due_at', 'The allocation can not be due before reviews are.'],
]

/** What is wrong with the order of a term's days, by the field of the later one; empty when nothing is. */
export function dayErrors(days: Days): Partial<Record<DayName, string>> {
  const errors: Partial<Record<DayName, string>> = {}
  for (const [later, earlier, why, apart = false] of DAY_ORDERS) {
    const [to, from] = [days[later], days[earlier]]
    if (to === null || from === null) continue
    if (apart ? at(to) <= at(from) : at(to) < at(from)) errors[later] ??= why
  }
  return errors
}

type TermStatus = Pick<Term, 'id' | 'disabled' | 'is_current'>

/** Why a term can not be saved so, or null: a closed one is opened again first, and there is always a current one. */
export function whyNotSaveTerm(before: TermStatus, after: Omit<TermStatus, 'id'>): string | null {
  if (before.is_current && !after.is_current)
    return `${termLabel(before.id)} stays the current call until another one is made current.`
  return after.disabled ? whyReadOnly(before) : null
}

/** The name of the meta element of the page that carries it. */
export const TERM_META = 'ao-term'

/** What is said where a term is needed before the first one is there. */
export const NO_TERM = 'No call has been opened yet.'

/** A window of a call at a moment, and the date that matters next. */
export interface WindowState {
  label: string
  state: 'coming' | 'open' | 'over'
  at: string
}

function windowOf(label: string, opens: string, closes: string, now: Date, closed: boolean): WindowState {
  const state = closed || +now >= Date.parse(closes) ? 'over' : +now < Date.parse(opens) ? 'coming' : 'open'
  return { label, state, at: state === 'coming' ? opens : closes }
}

/** When notices and proposals are taken, and when reviews are due. In a closed call nothing is open any more. */
export const windowsOf = (term: PublicTerm, now: Date) => ({
  notices: windowOf('Notices of Intent', term.noi_opens_at, term.noi_closes_at, now, term.disabled),
  proposals: windowOf('Proposals', term.proposals_open_at, term.proposals_close_at, now, term.disabled),
  reviews: windowOf('Reviews', term.proposals_close_at, term.reviews_due_at, now, term.disabled),
})
