import { whyNotSubmitted } from '../proposals/rules.ts'
import { isSubmitted, type ProposalStatus } from '../proposals/status.ts'
import type { Colour } from '../state_machine.ts'
import { type Term, whyReadOnly } from '../terms/rules.ts'
import { type ReportAction, UNDOABLE } from '../undo/rules.ts'
import {
  isHandedIn,
  REPORT_NOT_REQUESTED,
  type ReportStatus,
  reportStatus,
  requestStep,
  STEPS,
  type Step,
} from './status.ts'

type TermFacts = Pick<Term, 'id' | 'disabled'>

/** Shown to a reviewer on the panel in place of the reports of others, until their own is handed in or declined. */
export const REPORTS_WITHHELD = 'Reports of others are shown once you have submitted or declined your own.'

/** A report as the rules take it. */
export interface ReportFacts {
  status: ReportStatus
  term: TermFacts
  science_score: number | null
  technical_score: number | null
  /** The status of the proposal it is about. */
  proposal_status: ProposalStatus
  /** The proposal has its global score, which closes its reviewing. Reviewers must not learn this reason. */
  closed: boolean
}

/**
 * Whether a report is closed: its proposal got the global score before the report was submitted. It keeps its status, but
 * nothing is expected of its reviewer until the score is cleared.
 */
export const isClosed = ({ status, closed }: Pick<ReportFacts, 'status' | 'closed'>): boolean =>
  closed && !isHandedIn(status)

/** 'About to be requested'; 'Accepted, about to be reminded'. */
const aboutToLabel = (status: string, action: ReportAction) =>
  action === 'report.request' ? UNDOABLE[action].label : `${status}, ${UNDOABLE[action].label.toLowerCase()}`

/** Label and colour of a report as staff and its reviewer see it: 'Accepted, closed'; what is about to be done to it only staff. */
export function reportStatusShown(
  report: Pick<ReportFacts, 'status' | 'closed'> & { about_to?: ReportAction | null },
): {
  label: string
  colour: Colour
} {
  const { label, colour, reminder } = reportStatus.of(report.status)
  if (report.about_to) return { label: aboutToLabel(label, report.about_to), colour }
  const waited = reminder !== null && isClosed(report)
  return waited ? { label: `${label}, closed`, colour: 'black' } : { label, colour }
}

/** Why a step cannot be taken from the report's status, or null; a disabled term is read-only. */
export const whyNotStep = (
  step: Step,
  { status, term }: Pick<ReportFacts, 'status' | 'term'>,
): string | null => whyReadOnly(term) ?? (status === STEPS[step].from ? null : reportStatus.of(status).is)

const NOT_SUBMITTED_PROPOSAL = 'The proposal of this report is not submitted.'
/** What a reviewer reads of a closed report; it does not say why. */
export const CLOSED = 'This review is closed; nothing is expected from you.'
const CLOSED_BY_SCORE = 'The global score of this proposal has closed its reviewing.'
const OWN_PROPOSAL = 'The reviewer has a conflict of interest with this proposal.'

/** Why no reviewer can be added, or null: only to a submitted proposal of an open term. */
export const whyNotAddReviewer = whyNotSubmitted

/** The reviewer of a report as the rules take them. */
export interface ReviewerFacts {
  is_reviewer: boolean
  disabled: boolean
  /** Proposer or collaborator of the proposal under any address, or with a declared conflict. */
  takes_part: boolean
}

/** Why a user cannot be a proposal's reviewer, or null. */
export function whyNotReviewer({ is_reviewer, disabled, takes_part }: ReviewerFacts): string | null {
  if (!is_reviewer) return 'This user is not a reviewer.'
  if (disabled) return 'This user is disabled.'
  return takes_part ? OWN_PROPOSAL : null
}

/** Why a review cannot be requested, or null: only of a submitted proposal, from a user who may review it. */
export function whyNotRequest(
  report: Pick<ReportFacts, 'status' | 'term' | 'proposal_status' | 'closed'>,
  reviewer: ReviewerFacts,
): string | null {
  const why = whyNotStep(requestStep(report.status), report) ?? (report.closed ? CLOSED_BY_SCORE : null)
  if (why) return why
  return isSubmitted(report.proposal_status) ? whyNotReviewer(reviewer) : NOT_SUBMITTED_PROPOSAL
}

/** Why the submission of a report cannot be cancelled, or null: it could not be submitted again once reviewing is closed. */
export const whyNotCancelReport = (report: Pick<ReportFacts, 'status' | 'term' | 'closed'>): string | null =>
  whyNotStep('cancel', report) ?? (report.closed ? `${CLOSED_BY_SCORE} Clear the score first.` : null)

/** Why SEND ALL REQUEST has nothing to request with this status filter, or null: it must include reports not requested yet. */
export const whyNotRequestAll = (statuses: readonly (number | string)[] | undefined): string | null =>
  statuses === undefined || statuses.some((status) => Number(status) === REPORT_NOT_REQUESTED)
    ? null
    : `The search leaves out '${reportStatus.label(REPORT_NOT_REQUESTED)}', so there is no report to request.`

/** Why the reviewer cannot accept or decline a request, or null; with a conflict of interest it can only be declined. */
export const whyNotAnswer = (
  answer: 'accept' | 'decline',
  report: Pick<ReportFacts, 'status' | 'term' | 'closed'>,
  takesPart: boolean,
): string | null =>
  whyNotStep(answer, report) ??
  (report.closed ? CLOSED : answer === 'accept' && takesPart ? OWN_PROPOSAL : null)

/** Why there is no stated conflict of interest to confirm, or null. */
export const whyNotConfirmConflict = ({
  conflict_stated,
  term,
}: {
  conflict_stated: boolean
  term: TermFacts
}): string | null =>
  whyReadOnly(term) ?? (conflict_stated ? null : 'No conflict of interest waits to be confirmed.')

/**
 * Why a report cannot be saved, or null: only accepted or submitted, in an open term, before the global score. The score
 * is checked last, so that no one who could not save anyway learns that there is one.
 */
export function whyNotSave({ status, term, closed }: ReportFacts, takesPart: boolean): string | null {
  const { editable, is } = reportStatus.of(status)
  const why = whyReadOnly(term) ?? (editable ? null : is) ?? (takesPart ? OWN_PROPOSAL : null)
  return why ?? (closed ? CLOSED : null)
}

/** Why a report's reviewer has nothing to do, or null when an answer to the request or the report is open. */
export function whyNotAwaited(report: ReportFacts, reviewer: ReviewerFacts): string | null {
  const { reminder, is } = reportStatus.of(report.status)
  const why = whyReadOnly(report.term) ?? (reminder === null ? is : report.closed ? CLOSED_BY_SCORE : null)
  if (why) return why
  return isSubmitted(report.proposal_status) ? whyNotReviewer(reviewer) : NOT_SUBMITTED_PROPOSAL
}

/** An accepted report with both scores. */
export const isReady = ({ status, science_score, technical_score }: ReportFacts) =>
  status === STEPS.submit.from && science_score !== null && technical_score !== null

/** Why a report cannot be submitted now, or null. */
export function whyNotSubmitReport(report: ReportFacts, takesPart: boolean): string | null {
  const why = whyNotStep('submit', report) ?? whyNotSave(report, takesPart)
  if (why) return why
  if (!isReady(report)) return 'Both scores are needed before this report can be submitted.'
  return isSubmitted(report.proposal_status) ? null : NOT_SUBMITTED_PROPOSAL
}
