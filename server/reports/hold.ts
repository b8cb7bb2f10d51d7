import type { ReportFacts } from '#domain/reports/rules.ts'
import type { Tx } from '../platform/context.ts'
import { findReport, findReports, holdReports, type Report } from './queries.ts'

/** What rules need to know of a report. */
export const factsOf = (report: Report): ReportFacts => ({
  ...report,
  term: { id: report.term_id, disabled: report.term_disabled },
})

/** One report that is about to be written, or undefined. */
export async function holdReport(tx: Tx, id: number) {
  await holdReports(tx, [id])
  return findReport(tx, tx.actor, id)
}

/** Those reports about to be written that still stand in `status`. */
export async function holdAll(tx: Tx, ids: readonly number[], status: number) {
  await holdReports(tx, ids)
  return (await findReports(tx, tx.actor, ids)).filter((report) => report.status === status)
}
