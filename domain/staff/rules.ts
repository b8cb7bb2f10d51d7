import { NOT_CREATED, REPORT_DECLINED, REPORT_SUBMITTED, SUBMITTED } from '../masters/values.ts'
import { whyNotOfSubmitted } from '../proposals/rules.ts'
import { type Term, whyReadOnly } from '../terms/rules.ts'

/** Progress: proposal_progress_list. */
export const PROGRESS_NOT_SUBMITTED = 1
export const PROGRESS_SUBMITTED = 2
export const PROGRESS_ASSIGNED = 3
export const PROGRESS_REVIEWED = 4
export const PROGRESS_SCORED = 5

/** How far a proposal has come; null before it is created. Declined reports do not count. */
export function progressOf(
  status: number,
  global_score: number | null,
  reportStatuses: readonly number[],
): number | null {
  if (status === NOT_CREATED) return null
  if (status !== SUBMITTED) return PROGRESS_NOT_SUBMITTED
  if (global_score !== null) return PROGRESS_SCORED
  const counted = reportStatuses.filter((report) => report !== REPORT_DECLINED)
  if (counted.length === 0) return PROGRESS_SUBMITTED
  return counted.every((report) => report === REPORT_SUBMITTED) ? PROGRESS_REVIEWED : PROGRESS_ASSIGNED
}

/** The bands of the global score that a list can be searched by, with their ids in global_score_list. */
export const SCORE_BANDS = { poor: 1, fair: 2, good: 3, very_good: 4, excellent: 5 } as const

/** The band (global_score_list) of a global score: up to 1 is 1, over 4 is 5; null without a score. */
export const bandOf = (global_score: number | null): number | null =>
  global_score === null ? null : Math.min(5, Math.max(1, Math.ceil(global_score)))

type TermFacts = Pick<Term, 'id' | 'disabled'>

/** Why no global score can be given, or null: only to a submitted proposal of an open term. */
export const whyNotScore = whyNotOfSubmitted

/** Why a submission can not be cancelled, or null: while it could be made again, and nothing of it is confirmed. */
export function whyNotCancelSubmission(
  proposal: { status: number; is_unlocked: boolean; term: TermFacts; window_open: boolean },
  confirmed: readonly string[],
): string | null {
  const why = whyNotOfSubmitted(proposal)
  if (why) return why
  if (!proposal.window_open && !proposal.is_unlocked)
    return 'Proposals can not be submitted any more; unlock this proposal first.'
  return confirmed.length > 0 ? `Samples are confirmed for this proposal: ${confirmed.join(', ')}.` : null
}

type Unlockable = { is_unlocked: boolean; term: TermFacts }

/** Why a proposal can not be unlocked, or locked again, or null. */
export const whyNotUnlock = ({ is_unlocked, term }: Unlockable): string | null =>
  whyReadOnly(term) ?? (is_unlocked ? 'This proposal is already unlocked.' : null)
export const whyNotCancelUnlock = ({ is_unlocked, term }: Unlockable): string | null =>
  whyReadOnly(term) ?? (is_unlocked ? null : 'This proposal is not unlocked.')

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Two people name the same affiliation, ignoring case and accents; an empty one is nobody's. */
export const sharesAffiliation = (a: string, b: string) => folded(a) !== '' && folded(a) === folded(b)
