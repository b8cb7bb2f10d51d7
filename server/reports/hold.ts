import { whyNotSave, whyNotSubmitReport } from '#domain/reports/rules.ts'
import type { ReportStatus } from '#domain/reports/status.ts'
import type { AnyTx, Tx } from '../platform/context.ts'
import { holdOneReport, holdReports } from './change_sql.ts'
import { findReport, findReports, type Report } from './queries.ts'

/** What rules need to know of a report. */
export const factsOf = (report: Report) => ({
  ...report,
  term: { id: report.term_id, disabled: report.term_disabled },
})

/** Why a report can not be saved or submitted now, for the screens that show it. */
export const reasonsOf = (report: Report) => ({
  why_not_save: whyNotSave(factsOf(report), report.takes_part),
  why_not_submit: whyNotSubmitReport(factsOf(report), report.takes_part),
})

interface Holding {
  /** They leave their reviewers: the ranks of all that those have are held. */
  leave?: boolean
}

/** One report that is about to be written, or undefined. */
export async function holdReport(tx: Tx, id: number, { leave = false }: Holding = {}) {
  await (leave ? holdReports(tx, [id], { leave }) : holdOneReport(tx, id))
  return findReport(tx, tx.actor, id)
}

/** Those reports about to be written that still stand in one of `statuses`. */
export async function holdAll(
  tx: AnyTx,
  ids: readonly number[],
  statuses: readonly ReportStatus[],
  holding?: Holding,
) {
  await holdReports(tx, ids, holding)
  return (await findReports(tx, tx.actor, ids)).filter(({ status }) => statuses.includes(status))
}
