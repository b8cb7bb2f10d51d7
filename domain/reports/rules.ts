import {
  REPORT_ACCEPTED,
  REPORT_DECLINED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
  REPORT_SUBMITTED,
  SUBMITTED,
} from '../masters/values.ts'
import { whyNotOfSubmitted } from '../proposals/rules.ts'
import { type Term, whyReadOnly } from '../terms/rules.ts'

/** What can be done to a report, from which status, and the status that follows; null is deleted. */
export const STEPS = {
  request: { from: REPORT_NOT_REQUESTED, to: REPORT_REQUESTED },
  askAgain: { from: REPORT_DECLINED, to: REPORT_REQUESTED },
  accept: { from: REPORT_REQUESTED, to: REPORT_ACCEPTED },
  decline: { from: REPORT_REQUESTED, to: REPORT_DECLINED },
  submit: { from: REPORT_ACCEPTED, to: REPORT_SUBMITTED },
  cancel: { from: REPORT_SUBMITTED, to: REPORT_ACCEPTED },
  withdraw: { from: REPORT_ACCEPTED, to: REPORT_DECLINED },
  remove: { from: REPORT_NOT_REQUESTED, to: null },
} as const
export type Step = keyof typeof STEPS

/** What a status is called in a refusal. */
const IS: Record<number, string> = {
  [REPORT_NOT_REQUESTED]: 'This report has not been requested yet.',
  [REPORT_REQUESTED]: 'This report is requested and not accepted yet.',
  [REPORT_ACCEPTED]: 'This report is accepted and not submitted yet.',
  [REPORT_SUBMITTED]: 'This report is already submitted.',
  [REPORT_DECLINED]: 'This report is declined.',
}

type TermFacts = Pick<Term, 'id' | 'disabled'>

/** What rules need to know of a report. */
export interface ReportFacts {
  status: number
  term: TermFacts
  science_score: number | null
  technical_score: number | null
  /** The status of the proposal it is about. */
  proposal_status: number
  /** The proposal has its global score: nothing more is taken in. The reason is not the reviewer's to know. */
  closed: boolean
}

/** Why a step can not be taken from the report's status, or null; a disabled term is read-only. */
export const whyNotStep = (
  step: Step,
  { status, term }: Pick<ReportFacts, 'status' | 'term'>,
): string | null =>
  whyReadOnly(term) ??
  (status === STEPS[step].from ? null : (IS[status] ?? 'This report can not be changed.'))

const NOT_SUBMITTED_PROPOSAL = 'The proposal of this report is not submitted.'
const CLOSED = 'This report can no longer be changed.'
const OWN_PROPOSAL = 'The reviewer takes part in this proposal.'

/** The step that a request is: of one not requested yet, or asking one again that was declined. */
export const requestStep = (status: number): Step => (status === REPORT_DECLINED ? 'askAgain' : 'request')

/** Why no reviewer can be added, or null: only to a submitted proposal of an open term. */
export const whyNotAddReviewer = whyNotOfSubmitted

/** What rules need to know of the reviewer of a report. */
export interface ReviewerFacts {
  is_reviewer: boolean
  disabled: boolean
  /** Proposer or collaborator of the proposal, by e-mail. */
  takes_part: boolean
}

/** Why somebody can not be a proposal's reviewer, or null. */
export function whyNotReviewer({ is_reviewer, disabled, takes_part }: ReviewerFacts): string | null {
  if (!is_reviewer) return 'This user is no reviewer.'
  if (disabled) return 'This user is disabled.'
  return takes_part ? OWN_PROPOSAL : null
}

/** Why a review can not be requested, or null: of a submitted proposal, from one who may review it. */
export function whyNotRequest(
  report: Pick<ReportFacts, 'status' | 'term' | 'proposal_status'>,
  reviewer: ReviewerFacts,
): string | null {
  const why = whyNotStep(requestStep(report.status), report)
  if (why) return why
  return report.proposal_status === SUBMITTED ? whyNotReviewer(reviewer) : NOT_SUBMITTED_PROPOSAL
}

/** Why a report can not be saved, or null: accepted or submitted, in an open term, while nothing is decided. */
export function whyNotSave(report: ReportFacts, takesPart = false): string | null {
  if (report.status !== REPORT_SUBMITTED) {
    const why = whyNotStep('submit', report)
    if (why) return why
  }
  return whyReadOnly(report.term) ?? (report.closed ? CLOSED : takesPart ? OWN_PROPOSAL : null)
}

/** An accepted report with both scores: what the check call answers. */
export const isReady = ({ status, science_score, technical_score }: ReportFacts) =>
  status === REPORT_ACCEPTED && science_score !== null && technical_score !== null

/** Why a report can not be submitted now, or null. */
export function whyNotSubmitReport(report: ReportFacts, takesPart = false): string | null {
  const why = whyNotStep('submit', report) ?? whyNotSave(report, takesPart)
  if (why) return why
  if (!isReady(report)) return 'Both scores are needed before this report can be submitted.'
  return report.proposal_status === SUBMITTED ? null : NOT_SUBMITTED_PROPOSAL
}

/** The reviewer's own view of a report: never one that is not requested; nothing of a declined one. */
export const isHidden = (status: number) => status === REPORT_NOT_REQUESTED
export const isClosedToReviewer = (status: number) => status === REPORT_DECLINED
/** Accepted or submitted: the reviewer reads the whole proposal, with its files, and may rank it. */
export const isTakenOn = (status: number) => status === REPORT_ACCEPTED || status === REPORT_SUBMITTED
