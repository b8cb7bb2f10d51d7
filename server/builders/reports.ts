import type { ReportInput } from '#domain/reports/contract.ts'
import {
  REPORT_ACCEPTED,
  REPORT_DECLINED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
  REPORT_SUBMITTED,
  type ReportStatus,
  type Step,
} from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { AnyCtx, Ctx } from '../platform/context.ts'
import { addReviewer, declineReport, requestReport } from '../reports/assignment.ts'
import { acceptAll, saveReport, submitReport } from '../reports/service.ts'
import { findOwnReport } from '../reports/shared_queries.ts'
import { aUser } from './people.ts'

/** A user with exactly the reviewer role. */
export const aReviewer = (ctx: AnyCtx, person: Parameters<typeof aUser>[2] = {}) =>
  aUser(ctx, ['reviewer'], person)

export const aReview = (review: Partial<ReportInput> = {}): ReportInput => ({
  science_score: 4,
  technical_score: 3,
  science_comment_strength: 'A question that only these grains can answer.',
  science_comment_weakness: 'The sample is small for the error that is hoped for.',
  technical_comment_strength: 'The beam line is there and the group knows it.',
  technical_comment_weakness: '',
  ...review,
})

interface ReportOptions {
  proposal_id: number
  reviewer: Actor
  status?: ReportStatus
  review?: Partial<ReportInput>
}

const STEPS_TO: Record<ReportStatus, readonly Step[]> = {
  [REPORT_NOT_REQUESTED]: [],
  [REPORT_REQUESTED]: ['request'],
  [REPORT_ACCEPTED]: ['request', 'accept'],
  [REPORT_SUBMITTED]: ['request', 'accept', 'submit'],
  [REPORT_DECLINED]: ['request', 'decline'],
}

/**
 * Creates a report on a submitted proposal, brings it to `status` through the services, and returns its id. Accepting
 * also accepts all other reports requested from the reviewer.
 */
export async function aReport(
  office: Ctx,
  { proposal_id, reviewer, status = REPORT_ACCEPTED, review }: ReportOptions,
): Promise<number> {
  await addReviewer(office, proposal_id, { reviewer_id: reviewer.id, acknowledged: true })
  const { id } = (await findOwnReport(office.db, reviewer.id, proposal_id))!
  const own = office.as(reviewer)
  const steps = STEPS_TO[status]
  if (steps.includes('request')) await requestReport(office, id)
  if (steps.includes('decline')) await declineReport(office, id)
  if (steps.includes('accept')) await acceptAll(own)
  if (steps.includes('submit') || (review && steps.includes('accept')))
    await saveReport(own, id, aReview(review))
  if (steps.includes('submit')) await submitReport(own, id, {})
  return id
}

export const aSubmittedReport = (office: Ctx, options: Omit<ReportOptions, 'status'>) =>
  aReport(office, { ...options, status: REPORT_SUBMITTED })
