import { type RawBuilder, sql } from 'kysely'
import { averagesOf } from '#domain/reports/averages.ts'
import type { ReportOnProposal, ReportReasons } from '#domain/reports/report.ts'
import { type ReportFacts, whyNotSave, whyNotSubmitReport } from '#domain/reports/rules.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { hasConflict } from '../users/conflict_shared_queries.ts'
import { findReportsOn } from './queries.ts'

/** A report on a proposal as it is read with the proposal. */
type Nested = Omit<ReportOnProposal, keyof ReportReasons> & { takes_part: boolean }

/** SQL: the reports on the proposal `p` as a nested list; none with a `conflict`. */
export const reportsUnless = (conflict: RawBuilder<boolean>) => sql<Nested[]>`
  case when ${conflict} then '[]'::json else coalesce((
    select json_agg(json_build_object('id', r.id, 'proposal_id', r.proposal_id, 'status', r.status, 'rank', r.rank,
      'science_score', r.science_score, 'technical_score', r.technical_score,
      'science_comment_strength', r.science_comment_strength, 'science_comment_weakness', r.science_comment_weakness,
      'technical_comment_strength', r.technical_comment_strength,
      'technical_comment_weakness', r.technical_comment_weakness,
      'user_id', r.user_id, 'user', json_build_object('id', v.id, 'name', v.name, 'affiliation', v.affiliation),
      'on_behalf_by', b.name, 'submitted_at', r.submitted_at, 'version', r.version, 'takes_part', ${hasConflict('v')})
      order by r.id)
    from reports r join users v on v.id = r.user_id left join users b on b.id = r.on_behalf_user_id
    where r.proposal_id = p.id), '[]'::json) end`

/** Nested reports as a member of the staff may see them; `facts` are those of their proposal. */
export const asReports = (
  reports: Nested[],
  facts: Pick<ReportFacts, 'term' | 'proposal_status' | 'closed'>,
): ReportOnProposal[] =>
  reports.map(({ takes_part, submitted_at, ...report }) => ({
    ...report,
    submitted_at: submitted_at && new Date(submitted_at).toISOString(),
    why_not_save: whyNotSave({ ...report, ...facts }, takes_part),
    why_not_submit: whyNotSubmitReport({ ...report, ...facts }, takes_part),
  }))

/** The averages over the submitted reports on a proposal; with a conflict, of none. */
export const averagesOn = async (db: Db, actor: Actor, proposal_id: number) =>
  averagesOf(await findReportsOn(db, actor, proposal_id))

/** The reviewer's own report on a proposal, or undefined. */
export const ownReportOn = (db: Db, user_id: number, proposal_id: number) =>
  db
    .selectFrom('reports')
    .select(['id', 'status'])
    .where('user_id', '=', user_id)
    .where('proposal_id', '=', proposal_id)
    .executeTakeFirst()
