import { NOT_REGISTERED, REGISTERED, REJECTED } from '../masters/values.ts'
import { type NoticeWindow, type Term, whyNotNotice, whyReadOnly } from '../terms/rules.ts'

type TermFacts = Pick<Term, 'id' | 'disabled'>

const WHY: Record<number, string> = {
  [REGISTERED]: 'This applicant is already registered.',
  [REJECTED]: 'This applicant is rejected.',
}

/** Why an applicant with `status` may not be rejected or registered, or null: only at status 0. */
export const whyNotDecide = (status: number, term: TermFacts): string | null =>
  whyReadOnly(term) ??
  (status === NOT_REGISTERED ? null : (WHY[status] ?? 'This applicant can not be changed.'))

/** Why a Notice may not be edited, or null: not decided on yet, and while its term accepts notices. */
export const whyNotEdit = (status: number, term: NoticeWindow, now: Date): string | null =>
  whyNotDecide(status, term) ?? whyNotNotice(term, now)

/** Why a rejection may not be cancelled, or null. */
export const whyNotCancelReject = (status: number, term: TermFacts): string | null =>
  whyReadOnly(term) ?? (status === REJECTED ? null : 'This applicant is not rejected.')
