import { Fault, forbidden, notFound } from '#domain/errors.ts'
import { REPORTS_WITHHELD, whyNotSave, whyNotSubmitReport } from '#domain/reports/rules.ts'
import { isClosedToReviewer, isHidden, type ReportStatus } from '#domain/reports/status.ts'
import { type Actor, isStaff } from '#domain/session/actor.ts'
import type { AnyTx, Tx } from '../platform/context.ts'
import { findReport, findReports, lockReportRow, lockReportRows, type Report } from './queries.ts'

/**
 * Staff see all reports except those of proposals that they have a conflict with, which do not exist for them, and those of
 * others on a proposal that they still owe a report on.
 */
export const seesAsStaff = (actor: Actor, report: Report) => isStaff(actor) && !report.withheld

/** Returns the report if the actor may read it, as staff or as its reviewer. Throws 'missing' or 'forbidden'. */
export function requireReadable(actor: Actor, report: Report | undefined): Report {
  if (!report) throw notFound()
  if (seesAsStaff(actor, report)) return report
  if (isStaff(actor) && !report.conflict) throw new Fault('forbidden', REPORTS_WITHHELD)
  if (report.user_id !== actor.id || !actor.roles.includes('reviewer'))
    throw isStaff(actor) ? notFound() : forbidden()
  if (isHidden(report.status)) throw notFound()
  if (isClosedToReviewer(report.status)) throw forbidden()
  return report
}

/** Returns the report if the actor is its reviewer, who may read it. Throws 'missing' or 'forbidden'. */
export function requireOwn(actor: Actor, report: Report | undefined): Report {
  const readable = requireReadable(actor, report)
  if (readable.user_id !== actor.id) throw forbidden()
  return readable
}

/** Returns the report if the office may act on it. Throws 'missing'. */
export function requireForOffice(report: Report | undefined): Report {
  if (!report || report.conflict) throw notFound()
  return report
}

/** The report in the form that the rules take. */
export const reportFacts = (report: Report) => ({
  ...report,
  term: { id: report.term_id, disabled: report.term_disabled },
})

/** Why a report cannot be saved or submitted now, for the screens that show it. */
export const whyNotReasons = (report: Report) => ({
  why_not_save: whyNotSave(reportFacts(report), report.takes_part),
  why_not_submit: whyNotSubmitReport(reportFacts(report), report.takes_part),
})

interface LockOptions {
  /** Also lock all other reports of the same reviewers: a report that leaves its reviewer moves their ranks. */
  withReviewersReports?: boolean
}

/** Locks one report and reads it; undefined when it does not exist. */
export async function lockReport(tx: Tx, id: number, options: LockOptions = {}) {
  await (options.withReviewersReports ? lockReportRows(tx, [id], options) : lockReportRow(tx, id))
  return findReport(tx, tx.actor, id)
}

/** Locks reports and reads those that are still in one of `statuses`. */
export async function lockReports(
  tx: AnyTx,
  ids: readonly number[],
  statuses: readonly ReportStatus[],
  options?: LockOptions,
) {
  await lockReportRows(tx, ids, options)
  return (await findReports(tx, tx.actor, ids)).filter(({ status }) => statuses.includes(status))
}
