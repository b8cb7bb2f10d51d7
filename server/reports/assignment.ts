import { done } from '#domain/endpoint.ts'
import { forbidden, invalid, notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import type { ReviewerFilter } from '#domain/reports/contract.ts'
import {
  whyNotAddReviewer,
  whyNotRequest,
  whyNotRequestAll,
  whyNotReviewer,
  whyNotStep,
} from '#domain/reports/rules.ts'
import {
  REPORT_DECLINED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
  requestStep,
  STEPS,
  type Step,
} from '#domain/reports/status.ts'
import { type Ctx, type Tx, verbOn } from '../platform/context.ts'
import { holdTerm } from '../terms/service.ts'
import { lockReport, lockReports, reportFacts, requireForOffice } from './access.ts'
import { cancelledMail, declinedMail, requestMail, withdrawnMail } from './mails.ts'
import {
  deleteReport,
  findCandidate,
  findOpenReportIds,
  insertReport,
  lockProposal,
  type Report,
  updateReports,
} from './queries.ts'
import { closeRankGaps } from './ranks.ts'
import { findNotRequested, findReviewerContact } from './reviewer_queries.ts'

/** A verb of the office on one report. */
const command = verbOn(async (tx, id) => requireForOffice(await lockReport(tx, id)))
/** The same of a report that leaves its reviewer. */
const commandWithRanks = verbOn(async (tx, id) => requireForOffice(await lockReport(tx, id, { leave: true })))
const canStep = (step: Step) => (report: Report) => whyNotStep(step, reportFacts(report))
const canRequest = (report: Report) => whyNotRequest(reportFacts(report), report)

/** Requests reports that may be requested, with one mail to their one reviewer. */
async function requestFromReviewer(tx: Tx, reports: readonly Report[]) {
  const fields = { status: REPORT_REQUESTED, requested_at: tx.now().toISOString() }
  await updateReports(
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
export const requestReport = command(canRequest, async (tx, report) => {
  await requestFromReviewer(tx, [report])
  return done('The request has been sent.')
})

/** Requests what stands at 'Not Requested' and may be requested, one mail a reviewer. */
async function requestReports(tx: Tx, ids: readonly number[]) {
  const held = await lockReports(tx, ids, [REPORT_NOT_REQUESTED])
  const reports = held.filter((report) => !report.conflict && canRequest(report) === null)
  tx.refuse(reports.length === 0 ? 'There is no report to request.' : null)
  const reviewers = [...groupBy(reports, ({ user_id }) => user_id).values()]
  for (const of of reviewers) await requestFromReviewer(tx, of)
  return done(
    `${reports.length} ${reports.length === 1 ? 'report has' : 'reports have'} been requested from ${reviewers.length} ${reviewers.length === 1 ? 'reviewer' : 'reviewers'}.`,
  )
}

/** SEND All REQUEST: everything of one reviewer that is not requested yet. Throws 'missing'. */
export const requestAll = (ctx: Ctx, user_id: number) =>
  ctx.write(async (tx) => {
    if (!(await findReviewerContact(tx, tx.actor, user_id))) throw notFound()
    return requestReports(tx, await findOpenReportIds(tx, user_id, [REPORT_NOT_REQUESTED]))
  })

/** SEND ALL REQUEST: of every reviewer that the form finds, on every page, in the form's term. */
export const requestAllReviewers = (ctx: Ctx, filter: ReviewerFilter) =>
  ctx.write(async (tx) => {
    tx.refuse(whyNotRequestAll(filter.status))
    const waiting = await findNotRequested(tx, tx.actor, filter)
    return requestReports(
      tx,
      waiting.map(({ id }) => id),
    )
  })

/** DECLINE: takes a request back on the reviewer's behalf. */
export const declineReport = commandWithRanks(canStep('decline'), async (tx, report) => {
  const fields = { status: REPORT_DECLINED, rank: null }
  await updateReports(tx, [report.id], fields, tx.now())
  await closeRankGaps(tx, [report])
  await tx.audit('report.decline', report, fields, report)
  await tx.mail(declinedMail(tx.config, report))
  return done('The report has been declined.')
})

/** Takes an accepted report away from its reviewer, who is told why. */
export const withdrawReport = (ctx: Ctx, id: number, reason: string) =>
  commandWithRanks(canStep('withdraw'), async (tx, report) => {
    const fields = { status: REPORT_DECLINED, rank: null }
    await updateReports(tx, [id], fields, tx.now())
    await closeRankGaps(tx, [report])
    await tx.audit('report.withdraw', report, { ...fields, reason }, report)
    await tx.mail(withdrawnMail(tx.config, report, `Reason: ${reason}`))
    return done('The report has been withdrawn.')
  })(ctx, id)

/** Opens a submitted report again. */
export const cancelReport = command(canStep('cancel'), async (tx, report) => {
  const fields = { status: STEPS.cancel.to, submitted_at: null }
  await updateReports(tx, [report.id], fields, tx.now())
  await tx.audit('report.cancel', report, fields, report)
  await tx.mail(cancelledMail(tx.config, report))
  return done('The submission of the report has been cancelled.')
})

/** Deletes a report that was not requested yet. */
export const removeReviewer = commandWithRanks(canStep('remove'), async (tx, report) => {
  await deleteReport(tx, report.id)
  await closeRankGaps(tx, [report])
  await tx.audit('report.remove', report, null, { proposal_id: report.proposal_id, user_id: report.user_id })
  return done('The reviewer has been removed.')
})

/** Makes a user a proposal's reviewer, not requested yet. Throws 'missing', 'forbidden' or 'invalid'. */
export const addReviewer = (ctx: Ctx, proposal_id: number, reviewer_id: number) =>
  ctx.write(async (tx) => {
    const proposal = await lockProposal(tx, tx.actor, proposal_id)
    if (!proposal) throw notFound()
    if (proposal.conflict) throw forbidden()
    const term = await holdTerm(tx, proposal.term_id)
    const reviewer = await findCandidate(tx, reviewer_id, proposal_id)
    if (!reviewer) throw invalid({ reviewer_id: 'There is no such user.' })
    tx.refuse(whyNotAddReviewer({ ...proposal, term }) ?? whyNotReviewer(reviewer))
    const added = await insertReport(tx, proposal_id, reviewer_id, tx.now())
    if (!added) return tx.refuse('This reviewer already has a report on this proposal.')
    await tx.audit('report.add', { ...added, proposal_id }, { proposal_id, user_id: reviewer_id })
    return { ...done('The reviewer has been added.'), report_id: added.id }
  })
