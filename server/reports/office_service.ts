import { done } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import type { ReviewerFilter } from '#domain/reports/contract.ts'
import { whyNotRequest, whyNotRequestAll, whyNotStep } from '#domain/reports/rules.ts'
import {
  REPORT_DECLINED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
  requestStep,
  STEPS,
  type Step,
} from '#domain/reports/status.ts'
import { type Ctx, type Tx, verbOn } from '../platform/context.ts'
import { admittedOffice } from './access.ts'
import { changeReports, removeReport } from './change_sql.ts'
import { factsOf, holdAll, holdReport } from './hold.ts'
import { cancelledMail, declinedMail, requestMail, withdrawnMail } from './mails.ts'
import { findReviewerName } from './one_reviewer_queries.ts'
import { findOpenIds, type Report } from './queries.ts'
import { leaveRanks } from './ranks.ts'
import { findNotRequested } from './reviewer_queries.ts'

/** A verb of the office on one report. */
const verb = verbOn(async (tx, id) => admittedOffice(await holdReport(tx, id)))
/** The same of a report that leaves its reviewer. */
const leaving = verbOn(async (tx, id) => admittedOffice(await holdReport(tx, id, { leave: true })))
const canStep = (step: Step) => (report: Report) => whyNotStep(step, factsOf(report))
const canRequest = (report: Report) => whyNotRequest(factsOf(report), report)

/** Requests reports that may be requested, with one mail to their one reviewer. */
async function requestOf(tx: Tx, reports: readonly Report[]) {
  const fields = { status: REPORT_REQUESTED, requested_at: tx.now().toISOString() }
  await changeReports(
    tx,
    reports.map(({ id }) => id),
    fields,
    tx.now(),
  )
  for (const report of reports) {
    const action = requestStep(report.status) === 'request' ? 'report.request' : 'report.ask_again'
    await tx.audit(action, report, { status: fields.status }, report)
  }
  await tx.mail(requestMail(tx.config, reports[0]!, reports))
}

/** Requests one report, or asks again for one that was declined. */
export const requestReport = verb(canRequest, async (tx, report) => {
  await requestOf(tx, [report])
  return done('The request has been sent.')
})

/** Requests what stands at 'Not Requested' and may be requested, one mail a reviewer. */
async function requestMany(tx: Tx, ids: readonly number[]) {
  const held = await holdAll(tx, ids, [REPORT_NOT_REQUESTED])
  const reports = held.filter((report) => !report.conflict && canRequest(report) === null)
  tx.refuse(reports.length === 0 ? 'There is no report to request.' : null)
  const reviewers = [...groupBy(reports, ({ user_id }) => user_id).values()]
  for (const of of reviewers) await requestOf(tx, of)
  return done(
    `${reports.length} ${reports.length === 1 ? 'report has' : 'reports have'} been requested from ${reviewers.length} ${reviewers.length === 1 ? 'reviewer' : 'reviewers'}.`,
  )
}

/** SEND All REQUEST: everything of one reviewer that is not requested yet. Throws 'missing'. */
export const requestAll = (ctx: Ctx, user_id: number) =>
  ctx.write(async (tx) => {
    if (!(await findReviewerName(tx, tx.actor, user_id))) throw notFound()
    return requestMany(tx, await findOpenIds(tx, user_id, [REPORT_NOT_REQUESTED]))
  })

/** SEND ALL REQUEST: of every reviewer that the form finds, on every page, in the form's term. */
export const requestAllReviewers = (ctx: Ctx, filter: ReviewerFilter) =>
  ctx.write(async (tx) => {
    tx.refuse(whyNotRequestAll(filter.status))
    const waiting = await findNotRequested(tx, tx.actor, filter)
    return requestMany(
      tx,
      waiting.map(({ id }) => id),
    )
  })

/** DECLINE: takes a request back on the reviewer's behalf. */
export const declineReport = leaving(canStep('decline'), async (tx, report) => {
  const fields = { status: REPORT_DECLINED, rank: null }
  await changeReports(tx, [report.id], fields, tx.now())
  await leaveRanks(tx, [report])
  await tx.audit('report.decline', report, fields, report)
  await tx.mail(declinedMail(tx.config, report))
  return done('The report has been declined.')
})

/** Takes an accepted report away from its reviewer, who is told why. */
export const withdrawReport = (ctx: Ctx, id: number, reason: string) =>
  leaving(canStep('withdraw'), async (tx, report) => {
    const fields = { status: REPORT_DECLINED, rank: null }
    await changeReports(tx, [id], fields, tx.now())
    await leaveRanks(tx, [report])
    await tx.audit('report.withdraw', report, { ...fields, reason }, report)
    await tx.mail(withdrawnMail(tx.config, report, `Reason: ${reason}`))
    return done('The report has been withdrawn.')
  })(ctx, id)

/** Opens a submitted report again. */
export const cancelReport = verb(canStep('cancel'), async (tx, report) => {
  const fields = { status: STEPS.cancel.to, submitted_at: null }
  await changeReports(tx, [report.id], fields, tx.now())
  await tx.audit('report.cancel', report, fields, report)
  await tx.mail(cancelledMail(tx.config, report))
  return done('The submission of the report has been cancelled.')
})

/** Deletes a report that was not requested yet. */
export const removeReviewer = leaving(canStep('remove'), async (tx, report) => {
  await removeReport(tx, report.id)
  await leaveRanks(tx, [report])
  await tx.audit('report.remove', report, null, { proposal_id: report.proposal_id, user_id: report.user_id })
  return done('The reviewer has been removed.')
})
