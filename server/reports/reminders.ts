import { done } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { daysLeft, utcDay } from '#domain/reports/due.ts'
import { reminderDue, whyNotRemind } from '#domain/reports/reminders.ts'
import { whyNotAwaited } from '#domain/reports/rules.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { getAllSettings } from '../masters/settings.ts'
import { type AnyTx, type Ctx, context, type Services } from '../platform/context.ts'
import { currentTerm, currentTermId } from '../terms/service.ts'
import { lockReports, reportFacts } from './access.ts'
import { makeAnswerLinks } from './answer_links.ts'
import { reminderMail } from './mails.ts'
import { findOpenReportIds, findReports, findReportsOfTerm, lockReportRows, type Report } from './queries.ts'
import {
  claimReminderDay,
  findRemindedReviewers,
  findReportIdsOfTerm,
  findSubmittedCounts,
  setReminded,
} from './reminder_queries.ts'
import { findReviewerContact } from './reviewer_queries.ts'

/** The statuses in which a reviewer can be reminded of a report. */
const REMINDABLE = reportStatus.where(({ reminder }) => reminder !== null)

/** Mails one reviewer a reminder of these reports. */
async function sendReminder(tx: AnyTx, reports: readonly Report[]) {
  await tx.mail(reminderMail(tx.config, reports[0]!, reports, await makeAnswerLinks(tx, reports)))
  await setReminded(
    tx,
    reports.map(({ id }) => id),
    tx.now(),
  )
  for (const report of reports) await tx.audit('report.remind', report)
}

/** SEND REMINDER MAIL: reminds a reviewer of all requested and accepted reports, in one mail. Throws 'missing'. */
export const remindReviewer = (ctx: Ctx, user_id: number) =>
  ctx.write(async (tx) => {
    const reviewer = await findReviewerContact(tx, tx.actor, user_id)
    if (!reviewer) throw notFound()
    tx.refuse(reviewer.disabled ? 'This user is disabled.' : null)
    const ids = await findOpenReportIds(tx, user_id, REMINDABLE)
    const locked = await lockReports(tx, ids, REMINDABLE)
    const reports = locked.filter(
      (report) => !report.conflict && whyNotAwaited(reportFacts(report), report) === null,
    )
    tx.refuse(reports.length === 0 ? 'This reviewer has nothing to be reminded of.' : null)
    await sendReminder(tx, reports)
    return done(`${reviewer.name} has been reminded of ${reportCount(reports.length)}.`)
  })

/**
 * Sends the automatic reminders that are due now: one mail to each reviewer of the current term with an open report who
 * was not reminded on this UTC day. Several processes may call it at the same time: a reminder is sent once.
 */
export const sendDueReminders = (services: Services) =>
  context(services, null).write(async (tx) => {
    const term = await currentTerm(tx)
    const day = term && reminderDue(term, await getAllSettings(tx), tx.now())
    if (!day || !(await claimReminderDay(tx, term.id, day))) return tx.skipAudit('No reminder is due.')
    const ids = await findReportIdsOfTerm(tx, term.id, REMINDABLE)
    const locked = await lockReports(tx, ids, REMINDABLE)
    const reminded = await findRemindedReviewers(tx, utcDay(tx.now()))
    const reports = locked.filter(
      (report) => whyNotAwaited(reportFacts(report), report) === null && !reminded.has(report.user_id),
    )
    if (reports.length === 0) tx.skipAudit('Nobody is to be reminded.')
    for (const reviewerReports of groupBy(reports, ({ user_id }) => user_id).values())
      await sendReminder(tx, reviewerReports)
  })

/** The open reports of a term, by default the current one, as far as the actor may see them. */
export async function listLateReports(ctx: Ctx, requestedTerm: number | undefined) {
  const term_id = requestedTerm ?? (await currentTermId(ctx))
  if (term_id === null) return []
  const submitted = await findSubmittedCounts(ctx.db, ctx.actor, term_id)
  const reports = await findReportsOfTerm(ctx.db, ctx.actor, term_id, REMINDABLE)
  return reports.map((report) => ({
    id: report.id,
    status: report.status,
    reviewer: {
      id: report.user_id,
      name: report.name,
      email: report.email,
      affiliation: report.affiliation,
      submitted: submitted.get(report.user_id) ?? 0,
    },
    proposal: { id: report.proposal_id, title: report.title, term_id },
    requested_at: report.requested_at,
    due_at: report.reviews_due_at,
    days_late: Math.max(0, -daysLeft(report.reviews_due_at, ctx.now())),
    reminded_at: report.reminded_at,
    about_to: report.about_to,
    why_not_remind:
      whyNotRemind(reportFacts(report), report, ctx.now()) ??
      (report.about_to === null ? null : 'A reminder of this report is about to be sent.'),
  }))
}

const countText = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const reportCount = (count: number) => countText(count, 'report', 'reports')
const leftOutText = (report: Report, why: string) =>
  `${report.name} on proposal ${report.proposal_id}: ${why}`

/** Reminds the reviewers of the selected reports, one mail each; reports that cannot be reminded of are left out and named. Throws 'missing'. */
export const remindMany = (ctx: Ctx, report_ids: readonly number[]) =>
  ctx.write(async (tx) => {
    const ids = [...new Set(report_ids)]
    await lockReportRows(tx, ids)
    const locked = await findReports(tx, tx.actor, ids)
    if (locked.length < ids.length || locked.some(({ conflict }) => conflict)) throw notFound()
    const decisions = locked.map((report) => ({
      report,
      why: whyNotRemind(reportFacts(report), report, tx.now()),
    }))
    const open = decisions.flatMap(({ report, why }) => (why === null ? [report] : []))
    const leftOut = decisions.flatMap(({ report, why }) => (why === null ? [] : [leftOutText(report, why)]))
    tx.refuse(open.length === 0 ? ['There is no report to remind of.', ...leftOut].join(' ') : null)
    const reviewers = [...groupBy(open, ({ user_id }) => user_id).values()]
    for (const reviewerReports of reviewers) await sendReminder(tx, reviewerReports)
    const sent = `${countText(reviewers.length, 'reviewer has', 'reviewers have')} been reminded of ${reportCount(open.length)}.`
    return done([sent, ...(leftOut.length > 0 ? ['Left out:', ...leftOut] : [])].join(' '))
  })
