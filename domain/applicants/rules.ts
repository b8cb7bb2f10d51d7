import { termLabel } from '../masters/values.ts'
import { formatUtc, type NoticeWindow, type Term, whyNotNotice, whyReadOnly } from '../terms/rules.ts'
import { type ApplicantStatus, applicantStatus } from './status.ts'

type TermFacts = Pick<Term, 'id' | 'disabled'>

/** Why an applicant with `status` may not be rejected or registered, or null: only at status 0. */
export const whyNotDecide = (status: ApplicantStatus, term: TermFacts): string | null =>
  whyReadOnly(term) ?? applicantStatus.of(status).whyNotDecide

/** Why a Notice is refused whose e-mail and title one of the term has already, or null. */
export const whyDuplicate = (first: { created_at: string; term_id: number } | undefined): string | null =>
  first
    ? `A Notice of Intent with this e-mail and title was already received for ${termLabel(first.term_id)} on ${formatUtc(first.created_at)}.`
    : null

/** Told to applicants who have sent a Notice; '' for 0 days, where nothing is promised. */
export const answerSentence = (days: number) =>
  days === 0 ? '' : `You will hear from the office within ${days === 1 ? 'one day' : `${days} days`}.`

/** Why a Notice may not be edited, or null: only before the decision and while its term accepts notices. */
export const whyNotEdit = (status: ApplicantStatus, term: NoticeWindow, now: Date): string | null =>
  whyNotDecide(status, term) ?? whyNotNotice(term, now)

/** Why a rejection may not be cancelled, or null. */
export const whyNotCancelReject = (status: ApplicantStatus, term: TermFacts): string | null =>
  whyReadOnly(term) ?? (applicantStatus.of(status).rejected ? null : 'This applicant has not been rejected.')
