import { whyNotSubmitted } from '../proposals/rules.ts'
import type { ProposalStatus } from '../proposals/status.ts'
import { type Term, whyReadOnly } from '../terms/rules.ts'
import { type QuestionState, questionState } from './status.ts'

/** The most characters of an entry, and of a question as it is sent. */
export const ENTRY_LENGTH = 5000
/** The most characters of the reason why a question is declined. */
export const DECLINE_LENGTH = 1000
/** Entries that a discussion shows at once. */
export const ENTRIES_AT_ONCE = 50
export const MAX_ENTRIES_AT_ONCE = 5000

type TermFacts = Pick<Term, 'id' | 'disabled'>

/** Why nothing can be written in a discussion, or null. */
export const whyNotWrite = (proposal: { status: ProposalStatus; term: TermFacts }): string | null =>
  whyNotSubmitted(proposal)

/**
 * Shown instead of the discussion to a panel member who has been asked to review the proposal: it discusses the other
 * reports. It opens when their own is submitted or declined, or no longer awaited.
 */
export const OWES_REPORT =
  'You have been asked to review this proposal. The discussion opens for you when you have submitted or declined your report.'

interface EntryFacts {
  user_id: number
  withdrawn_at: string | null
  term: TermFacts
}

/** Why an entry cannot be edited or withdrawn, or null: only its author can, in a call that is open. */
export function whyNotChangeEntry(
  { user_id, withdrawn_at, term }: EntryFacts,
  viewer: number,
): string | null {
  if (user_id !== viewer) return 'Only its author can change this entry.'
  return whyReadOnly(term) ?? (withdrawn_at === null ? null : 'This entry has been withdrawn.')
}

const DECIDED: Record<QuestionState, string | null> = {
  [questionState.code.WAITING]: null,
  [questionState.code.SENT]: 'This question has already been sent.',
  [questionState.code.DECLINED]: 'This question has already been declined.',
  [questionState.code.WITHDRAWN]: 'This question has been withdrawn.',
}

/** Why a question to the reviewers can be neither sent nor declined, or null. */
export const whyNotDecideQuestion = ({ state, term }: { state: QuestionState; term: TermFacts }) =>
  whyReadOnly(term) ?? DECIDED[state]

/** Why a question cannot go to a reviewer who has submitted a report, or null. */
export function whyNotAskReviewer(reviewer: { disabled: boolean; has_conflict: boolean }): string | null {
  if (reviewer.has_conflict) return 'Has a conflict of interest'
  return reviewer.disabled ? 'The account is disabled' : null
}

/** 'one new entry', '12 new entries'. */
export const newEntriesText = (count: number) => (count === 1 ? 'one new entry' : `${count} new entries`)
