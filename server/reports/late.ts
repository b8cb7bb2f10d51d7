import { done } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { daysLeft } from '#domain/reports/due.ts'
import { whyNotRemind } from '#domain/reports/reminders.ts'
import type { Ctx } from '../platform/context.ts'
import { currentTermId } from '../terms/service.ts'
import { holdReports } from './change_sql.ts'
import { factsOf } from './hold.ts'
import { findReports, findReportsIn, type Report } from './queries.ts'
import { findSubmittedCounts } from './reminder_queries.ts'
import { REMINDED, remindOf } from './reminders.ts'

/** The reports of a term, the current one when not said, that are waited for; of those that the actor may see. */
export async function lateReports(ctx: Ctx, asked: number | undefined) {
  const term_id = asked ?? (await currentTermId(ctx))
  if (term_id === null) return []
  const submitted = await findSubmittedCounts(ctx.db, ctx.actor, term_id)
  const reports = await findReportsIn(ctx.db, ctx.actor, term_id, REMINDED)
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
    why_not_remind: whyNotRemind(factsOf(report), report, ctx.now()),
  }))
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const leftOut = (report: Report, why: string) => `${report.name} on proposal ${report.proposal_id}: ${why}`

/** Reminds the reviewers of the chosen reports, one mail each; what is not waited for is left out and named. Throws 'missing'. */
export const remindMany = (ctx: Ctx, report_ids: readonly number[]) =>
  ctx.write(async (tx) => {
    const ids = [...new Set(report_ids)]
    await holdReports(tx, ids)
    const held = await findReports(tx, tx.actor, ids)
    if (held.length < ids.length || held.some(({ conflict }) => conflict)) throw notFound()
    const judged = held.map((report) => ({ report, why: whyNotRemind(factsOf(report), report, tx.now()) }))
    const open = judged.flatMap(({ report, why }) => (why === null ? [report] : []))
    const left = judged.flatMap(({ report, why }) => (why === null ? [] : [leftOut(report, why)]))
    tx.refuse(open.length === 0 ? ['There is nothing to remind of.', ...left].join(' ') : null)
    const reviewers = [...groupBy(open, ({ user_id }) => user_id).values()]
    for (const of of reviewers) await remindOf(tx, of)
    const sent = `${counted(reviewers.length, 'reviewer has', 'reviewers have')} been reminded of ${counted(open.length, 'report', 'reports')}.`
    return done([sent, ...(left.length > 0 ? ['Left out:', ...left] : [])].join(' '))
  })
