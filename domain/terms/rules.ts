import { termLabel } from '../masters/values.ts'

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

/** What a notice has to do with a term. */
export type NoticeWindow = Pick<Term, 'id' | 'noi_opens_at' | 'noi_closes_at' | 'disabled'>

const at = (instant: string) => Date.parse(instant)

/** An instant as mails and refusals write it: 2026-04-22 23:59 UTC. */
export const utc = (instant: string) =>
  `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** What is said where a term is needed before the first one is there. */
export const NO_TERM = 'No call has been opened yet.'

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
