import { type NoticeWindow, type Term, whyNotNotice, whyReadOnly } from '../terms/rules.ts'
import { type ApplicantStatus, applicantStatus } from './status.ts'

type TermFacts = Pick<Term, 'id' | 'disabled'>

/** Why an applicant with `status` may not be rejected or registered, or null: only at status 0. */
export const whyNotDecide = (status: ApplicantStatus, term: TermFacts): string | null =>
  whyReadOnly(term) ?? applicantStatus.of(status).whyNotDecide

/** Why a Notice may not be edited, or null: only before the decision and while its term accepts notices. */
export const whyNotEdit = (status: ApplicantStatus, term: NoticeWindow, now: Date): string | null =>
  whyNotDecide(status, term) ?? whyNotNotice(term, now)

/** Why a rejection may not be cancelled, or null. */
export const whyNotCancelReject = (status: ApplicantStatus, term: TermFacts): string | null =>
  whyReadOnly(term) ?? (applicantStatus.of(status).rejected ? null : 'This applicant is not rejected.')
