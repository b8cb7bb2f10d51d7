import { type RawBuilder, sql } from 'kysely'
import { SUBMITTED } from '#domain/proposals/status.ts'
import { type ReportStatus, reportStatus } from '#domain/reports/status.ts'

const hasReport = (statuses: readonly ReportStatus[]) =>
  sql`exists (select from reports r where r.proposal_id = p.id and r.status = any(${statuses}::smallint[]))`
const reviewed = sql`(${hasReport(reportStatus.where((state) => state.counted))}
  and not ${hasReport(reportStatus.where((state) => state.counted && !state.handedIn))})`

/** SQL: every reviewed proposal of the term whose id stands in `term_id` has a global score, and there is one. */
export const scoredIn = (term_id: string): RawBuilder<boolean> => {
  const submitted = sql`select from proposals p where p.term_id = ${sql.ref(term_id)} and p.status = ${SUBMITTED}`
  return sql<boolean>`(exists (${submitted} and p.global_score is not null)
    and not exists (${submitted} and p.global_score is null and ${reviewed}))`
}
