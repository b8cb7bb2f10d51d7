import { missing } from '#domain/errors.ts'
import { groupBy } from '#domain/group.ts'
import {
  REPORT_ACCEPTED,
  REPORT_DECLINED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
} from '#domain/masters/values.ts'
import type { ReviewerFilter } from '#domain/reports/contract.ts'
import { requestStep, STEPS, type Step, whyNotRequest, whyNotStep } from '#domain/reports/rules.ts'
import { done, type Outcome, refused } from '#domain/wire.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { admittedOffice } from './access.ts'
import { factsOf, holdAll, holdReport } from './hold.ts'
import { cancelledMail, declinedMail, reminderMail, requestMail, withdrawnMail } from './mails.ts'
import { changeReports, findOpenIds, findReports, type Report, removeReport } from './queries.ts'
import { findNotRequested, findReviewerName } from './reviewer_queries.ts'

const object = ({ id }: { id: number }) => ({ type: 'report', id })

/** One decision of the office on one report: held, asked of the rule, then written, in one transaction. */
const decide = (
  ctx: Ctx,
  id: number,
  whyNot: (report: Report) => string | null,
  write: (tx: Tx, report: Report) => Promise<Outcome>,
) =>
  ctx.write(async (tx) => {
    const report = admittedOffice(await holdReport(tx, ctx, id))
    const why = whyNot(report)
    return why ? refused(why) : write(tx, report)
  })

const stepRule = (step: Step) => (report: Report) => whyNotStep(step, factsOf(report))
const requestRule = (report: Report) => whyNotRequest(factsOf(report), report)

/** Requests reports that may be requested, with one mail to their one reviewer. */
async function requestOf(tx: Tx, ctx: Ctx, reports: readonly Report[]) {
  const fields = { status: REPORT_REQUESTED, requested_at: ctx.now().toISOString() }
  await changeReports(
    tx,
    reports.map(({ id }) => id),
    fields,
    ctx.now(),
  )
  for (const report of reports)
    await tx.audit(
      requestStep(report.status) === 'request' ? 'report.request' : 'report.ask_again',
      object(report),
      { status: fields.status },
      report,
    )
  await tx.mail(requestMail(ctx.config, reports[0]!, reports))
}

/** Requests one report, or asks again for one that was declined. */
export const requestReport = (ctx: Ctx, id: number) =>
  decide(ctx, id, requestRule, async (tx, report) => {
    await requestOf(tx, ctx, [report])
    return done('The request has been sent.')
  })

/** Requests what stands at 'Not Requested' and may be requested, one mail a reviewer. */
async function requestMany(tx: Tx, ctx: Ctx, ids: readonly number[]) {
  const held = await holdAll(tx, ctx, ids, REPORT_NOT_REQUESTED)
  const reports = held.filter((report) => !report.conflict && requestRule(report) === null)
  if (reports.length === 0) return refused('There is no report to request.')
  const reviewers = [...groupBy(reports, ({ user_id }) => user_id).values()]
  for (const of of reviewers) await requestOf(tx, ctx, of)
  return done(
    `${reports.length} ${reports.length === 1 ? 'report has' : 'reports have'} been requested from ${reviewers.length} ${reviewers.length === 1 ? 'reviewer' : 'reviewers'}.`,
  )
}

/** SEND All REQUEST: everything of one reviewer that is not requested yet. Throws 'missing'. */
export const requestAll = (ctx: Ctx, user_id: number) =>
  ctx.write(async (tx) => {
    if (!(await findReviewerName(tx, ctx.actor, user_id))) throw missing()
    return requestMany(tx, ctx, await findOpenIds(tx, user_id, [REPORT_NOT_REQUESTED]))
  })

/** SEND ALL REQUEST: of every reviewer that the form finds, on every page, in the form's term. */
export const requestAllReviewers = (ctx: Ctx, filter: ReviewerFilter) =>
  ctx.write(async (tx) => requestMany(tx, ctx, await findNotRequested(tx, ctx.actor, filter)))

/** Reminds a reviewer of what is requested or accepted, in one mail. Throws 'missing'. */
export const remind = (ctx: Ctx, user_id: number) =>
  ctx.write(async (tx) => {
    const reviewer = await findReviewerName(tx, ctx.actor, user_id)
    if (!reviewer) throw missing()
    if (reviewer.disabled) return refused('This user is disabled.')
    const ids = await findOpenIds(tx, user_id, [REPORT_REQUESTED, REPORT_ACCEPTED])
    const reports = (await findReports(tx, ctx.actor, ids)).filter(({ conflict }) => !conflict)
    if (reports.length === 0) return refused('This reviewer has nothing to be reminded of.')
    const standing = (status: number) => reports.filter((report) => report.status === status)
    await tx.mail(reminderMail(ctx.config, reviewer, standing(REPORT_REQUESTED), standing(REPORT_ACCEPTED)))
    for (const report of reports) await tx.audit('report.remind', object(report))
    return done('The reminder has been sent.')
  })

/** DECLINE: takes a request back on the reviewer's behalf. */
export const declineReport = (ctx: Ctx, id: number) =>
  decide(ctx, id, stepRule('decline'), async (tx, report) => {
    const fields = { status: REPORT_DECLINED, rank: null }
    await changeReports(tx, [id], fields, ctx.now())
    await tx.audit('report.decline', object(report), fields, report)
    await tx.mail(declinedMail(ctx.config, report))
    return done('The report has been declined.')
  })

/** Takes an accepted report away from its reviewer, who is told why. */
export const withdrawReport = (ctx: Ctx, id: number, reason: string) =>
  decide(ctx, id, stepRule('withdraw'), async (tx, report) => {
    const fields = { status: REPORT_DECLINED, rank: null }
    await changeReports(tx, [id], fields, ctx.now())
    await tx.audit('report.withdraw', object(report), { ...fields, reason }, report)
    await tx.mail(withdrawnMail(ctx.config, report, `Reason: ${reason}`))
    return done('The report has been withdrawn.')
  })

/** Opens a submitted report again. */
export const cancelReport = (ctx: Ctx, id: number) =>
  decide(ctx, id, stepRule('cancel'), async (tx, report) => {
    const fields = { status: STEPS.cancel.to, submitted_at: null }
    await changeReports(tx, [id], fields, ctx.now())
    await tx.audit('report.cancel', object(report), fields, report)
    await tx.mail(cancelledMail(ctx.config, report))
    return done('The submission of the report has been cancelled.')
  })

/** Deletes a report that was not requested yet. */
export const removeReviewer = (ctx: Ctx, id: number) =>
  decide(ctx, id, stepRule('remove'), async (tx, report) => {
    await removeReport(tx, id)
    await tx.audit('report.remove', object(report), null, {
      proposal_id: report.proposal_id,
      user_id: report.user_id,
    })
    return done('The reviewer has been removed.')
  })
