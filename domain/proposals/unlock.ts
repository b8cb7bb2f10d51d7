import type { Address } from '../address.ts'
import type { CalendarEntry } from '../calendar_entry.ts'
import type { Bit } from '../endpoint.ts'
import { termLabel } from '../masters/values.ts'
import { beforeDeadline, type Term, whyReadOnly } from '../terms/rules.ts'
import { isSubmitted, type ProposalStatus } from './status.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const UNLOCK_DAYS = 7

/** A lock is a function of time: a proposal is unlocked before this moment, and locked from it on. */
export const isUnlocked = (unlocked_until: string | null, now: Date): boolean =>
  unlocked_until !== null && +now < Date.parse(unlocked_until)

/** The end of an unlock that names none. */
export const defaultUnlockEnd = (now: Date): string => new Date(+now + UNLOCK_DAYS * DAY_MS).toISOString()

/** The end of an unlock is announced this long before it. */
export const UNLOCK_REMINDER_MS = DAY_MS

/** Why a proposal cannot be unlocked until this moment, or null. */
export const whyNotUnlockUntil = (unlocked_until: string, now: Date): string | null =>
  isUnlocked(unlocked_until, now) ? null : 'Choose a time in the future.'

interface Lockable {
  status: ProposalStatus
  is_unlocked: Bit
}

/** Why the proposer cannot lock the proposal again, or null: an unsubmitted one is locked by submitting it. */
export function whyNotLock(
  { status, is_unlocked }: Lockable,
  term: Pick<Term, 'id' | 'disabled'>,
): string | null {
  const closed = whyReadOnly(term)
  if (closed) return closed
  if (is_unlocked === 0) return 'This proposal is not unlocked.'
  return isSubmitted(status) ? null : `Submit this proposal to ${termLabel(term.id)} instead: that locks it.`
}

type EditState = Lockable & { unlocked_until: string | null; why_not_edit: string | null }

/**
 * Until when a proposal that can be edited stays so: the deadline or the end of its unlock, whichever is later. The
 * deadline does not count for a submitted proposal under review, which only the unlock keeps open.
 */
export function editableUntil(
  { status, is_unlocked, unlocked_until, why_not_edit }: EditState,
  term: Pick<Term, 'disabled' | 'proposals_open_at' | 'proposals_close_at'>,
  now: Date,
  underReview: boolean,
): string | null {
  if (why_not_edit !== null) return null
  const ends = [
    ...(beforeDeadline(term, now) && !(isSubmitted(status) && underReview) ? [term.proposals_close_at] : []),
    ...(is_unlocked === 1 && unlocked_until !== null ? [unlocked_until] : []),
  ]
  return ends.sort((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null
}

/** When an unlocked proposal locks again. */
export const unlockEntry = (
  { id, term_id, unlocked_until }: { id: number; term_id: number; unlocked_until: string },
  to: Address,
): CalendarEntry => ({
  key: `unlock-${id}`,
  title: `${termLabel(term_id)}: proposal ${id} is locked again`,
  starts_at: unlocked_until,
  to,
})
