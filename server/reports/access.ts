import { forbidden, notFound } from '#domain/errors.ts'
import { whyNotSave, whyNotSubmitReport } from '#domain/reports/rules.ts'
import { isClosedToReviewer, isHidden, type ReportStatus } from '#domain/reports/status.ts'
import { type Actor, isStaff } from '#domain/session/actor.ts'
import type { AnyTx, Tx } from '../platform/context.ts'
import { findReport, findReports, lockReportRow, lockReportRows, type Report } from './queries.ts'

/** Staff see every report but those of proposals they take part in; those are not there for them. */
export const seesAsStaff = (actor: Actor, report: Report) => isStaff(actor) && !report.conflict

/** The report, if the actor may look at it: staff, or its reviewer. Throws 'missing' or 'forbidden'. */
export function requireReadable(actor: Actor, report: Report | undefined): Report {
  if (!report) throw notFound()
  if (seesAsStaff(actor, report)) return report
  if (report.user_id !== actor.id || !actor.roles.includes('reviewer'))
    throw isStaff(actor) ? notFound() : forbidden()
  if (isHidden(report.status)) throw notFound()
  if (isClosedToReviewer(report.status)) throw forbidden()
  return report
}

/** The report, if the office may act on it. Throws 'missing'. */
export function requireForOffice(report: Report | undefined): Report {
  if (!report || report.conflict) throw notFound()
  return report
}

/** What rules need to know of a report. */
export const reportFacts = (report: Report) => ({
  ...report,
  term: { id: report.term_id, disabled: report.term_disabled },
})

/** Why a report can not be saved or submitted now, for the screens that show it. */
export const whyNotReasons = (report: Report) => ({
  why_not_save: whyNotSave(reportFacts(report), report.takes_part),
  why_not_submit: whyNotSubmitReport(reportFacts(report), report.takes_part),
})

interface LockOptions {
  /** They leave their reviewers: the ranks of all that those have are held. */
  leave?: boolean
}

/** One report that is about to be written, or undefined. */
export async function lockReport(tx: Tx, id: number, { leave = false }: LockOptions = {}) {
  await (leave ? lockReportRows(tx, [id], { leave }) : lockReportRow(tx, id))
  return findReport(tx, tx.actor, id)
}

/** Those reports about to be written that still stand in one of `statuses`. */
export async function lockReports(
  tx: AnyTx,
  ids: readonly number[],
  statuses: readonly ReportStatus[],
  holding?: LockOptions,
) {
  await lockReportRows(tx, ids, holding)
  return (await findReports(tx, tx.actor, ids)).filter(({ status }) => statuses.includes(status))
}
