import { done } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { daysLeft } from '#domain/reports/due.ts'
import { reminderDue, utcDay, whyNotRemind } from '#domain/reports/reminders.ts'
import { whyNotAwaited } from '#domain/reports/rules.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { allSettings } from '../masters/settings.ts'
import { type AnyTx, type Ctx, context, type Services } from '../platform/context.ts'
import { currentTerm, currentTermId } from '../terms/service.ts'
import { lockReports, reportFacts } from './access.ts'
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

/** The statuses in which a report is waited for. */
const REMINDABLE = reportStatus.where(({ reminder }) => reminder !== null)

/** Reminds the one reviewer of these reports, in one mail. */
async function sendReminder(tx: AnyTx, reports: readonly Report[]) {
  await tx.mail(reminderMail(tx.config, reports[0]!, reports))
  await setReminded(
    tx,
    reports.map(({ id }) => id),
    tx.now(),
  )
  for (const report of reports) await tx.audit('report.remind', report)
}

/** Reminds a reviewer of what is requested or accepted, in one mail. Throws 'missing'. */
export const remindReviewer = (ctx: Ctx, user_id: number) =>
  ctx.write(async (tx) => {
    const reviewer = await findReviewerContact(tx, tx.actor, user_id)
    if (!reviewer) throw notFound()
    tx.refuse(reviewer.disabled ? 'This user is disabled.' : null)
    const ids = await findOpenReportIds(tx, user_id, REMINDABLE)
    const held = await lockReports(tx, ids, REMINDABLE)
    const reports = held.filter(({ conflict, term_disabled }) => !conflict && !term_disabled)
    tx.refuse(reports.length === 0 ? 'This reviewer has nothing to be reminded of.' : null)
    await sendReminder(tx, reports)
    return done('The reminder has been sent.')
  })

/**
 * Sends the reminders by themselves that are due now: one mail to each reviewer of the current term who is waited for
 * and was not reminded on this UTC day. Any number of processes may ask, as often as they like: a reminder leaves once.
 */
export const sendDueReminders = (services: Services) =>
  context(services, null).write(async (tx) => {
    const term = await currentTerm(tx)
    const day = term && reminderDue(term, await allSettings(tx), tx.now())
    if (!day || !(await claimReminderDay(tx, term.id, day))) return tx.unrecorded('No reminder is due.')
    const held = await lockReports(tx, await findReportIdsOfTerm(tx, term.id, REMINDABLE), REMINDABLE)
    const reminded = await findRemindedReviewers(tx, utcDay(tx.now()))
    const reports = held.filter(
      (report) => whyNotAwaited(reportFacts(report), report) === null && !reminded.has(report.user_id),
    )
    if (reports.length === 0) tx.unrecorded('Nobody is to be reminded.')
    for (const of of groupBy(reports, ({ user_id }) => user_id).values()) await sendReminder(tx, of)
  })

/** The reports of a term, the current one when not said, that are waited for; of those that the actor may see. */
export async function listLateReports(ctx: Ctx, asked: number | undefined) {
  const term_id = asked ?? (await currentTermId(ctx))
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
    why_not_remind: whyNotRemind(reportFacts(report), report, ctx.now()),
  }))
}

const countText = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const leftOutText = (report: Report, why: string) =>
  `${report.name} on proposal ${report.proposal_id}: ${why}`

/** Reminds the reviewers of the chosen reports, one mail each; what is not waited for is left out and named. Throws 'missing'. */
export const remindMany = (ctx: Ctx, report_ids: readonly number[]) =>
  ctx.write(async (tx) => {
    const ids = [...new Set(report_ids)]
    await lockReportRows(tx, ids)
    const held = await findReports(tx, tx.actor, ids)
    if (held.length < ids.length || held.some(({ conflict }) => conflict)) throw notFound()
    const judged = held.map((report) => ({
      report,
      why: whyNotRemind(reportFacts(report), report, tx.now()),
    }))
    const open = judged.flatMap(({ report, why }) => (why === null ? [report] : []))
    const left = judged.flatMap(({ report, why }) => (why === null ? [] : [leftOutText(report, why)]))
    tx.refuse(open.length === 0 ? ['There is nothing to remind of.', ...left].join(' ') : null)
    const reviewers = [...groupBy(open, ({ user_id }) => user_id).values()]
    for (const of of reviewers) await sendReminder(tx, of)
    const sent = `${countText(reviewers.length, 'reviewer has', 'reviewers have')} been reminded of ${countText(open.length, 'report', 'reports')}.`
    return done([sent, ...(left.length > 0 ? ['Left out:', ...left] : [])].join(' '))
  })
