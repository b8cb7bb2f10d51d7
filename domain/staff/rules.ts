import { termLabel } from '../masters/values.ts'
import { whyNotSubmitted } from '../proposals/rules.ts'
import { type ProposalStatus, proposalStatus } from '../proposals/status.ts'
import { type ReportStatus, reportStatus } from '../reports/status.ts'
import { type Term, whyReadOnly } from '../terms/rules.ts'
import {
  PROGRESS_ASSIGNED,
  PROGRESS_NOT_SUBMITTED,
  PROGRESS_REVIEWED,
  PROGRESS_SCORED,
  PROGRESS_SUBMITTED,
  type Progress,
} from './status.ts'

/** The most characters of the office's note on a proposal. */
export const NOTE_LENGTH = 5000
/** The most characters of each decision note. */
export const DECISION_NOTE_LENGTH = 2000

/** The progress of a proposal; null before it is created. Declined reports do not count. */
export function progressOf(
  status: ProposalStatus,
  global_score: number | null,
  reportStatuses: readonly ReportStatus[],
): Progress | null {
  const { started, submitted } = proposalStatus.of(status)
  if (!started) return null
  if (!submitted) return PROGRESS_NOT_SUBMITTED
  if (global_score !== null) return PROGRESS_SCORED
  const reports = reportStatuses.map(reportStatus.of).filter(({ counted }) => counted)
  if (reports.length === 0) return PROGRESS_SUBMITTED
  return reports.every(({ handedIn }) => handedIn) ? PROGRESS_REVIEWED : PROGRESS_ASSIGNED
}

type TermFacts = Pick<Term, 'id' | 'disabled'>

/** Why no global score can be saved, or null: only for a submitted proposal of an open term. */
export const whyNotScore = whyNotSubmitted

/** Why no decision notes can be saved, or null. */
export const whyNotNoteDecision = whyNotSubmitted

/** Why a submission cannot be cancelled, or null: only while it could be repeated, and without confirmed samples. */
export function whyNotCancelSubmission(
  proposal: { status: ProposalStatus; is_unlocked: boolean; term: TermFacts; window_open: boolean },
  confirmed: readonly string[],
): string | null {
  const why = whyNotSubmitted(proposal)
  if (why) return why
  if (!proposal.window_open && !proposal.is_unlocked)
    return `${termLabel(proposal.term.id)} does not accept proposals now: unlock this proposal first, so that it can be submitted again.`
  return confirmed.length > 0 ? `Samples are confirmed for this proposal: ${confirmed.join(', ')}.` : null
}

type Unlockable = { is_unlocked: boolean; term: TermFacts }

/** Why a proposal cannot be unlocked, or locked again, or null. */
export const whyNotUnlock = ({ is_unlocked, term }: Unlockable): string | null =>
  whyReadOnly(term) ?? (is_unlocked ? 'This proposal is already unlocked.' : null)
export const whyNotCancelUnlock = ({ is_unlocked, term }: Unlockable): string | null =>
  whyReadOnly(term) ?? (is_unlocked ? null : 'This proposal is not unlocked.')
