import { sql } from 'kysely'
import { averagesOf } from '#domain/reports/averages.ts'
import type { ReportOnProposal } from '#domain/reports/report.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { conflictOf } from '../proposals/conflict_sql.ts'

/** The reports on one proposal as a member of the staff may see them; with a conflict, none. */
export async function reportsOn(db: Db, actor: Actor, proposal_id: number): Promise<ReportOnProposal[]> {
  const rows = await db
    .selectFrom('reports as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('users as b', 'b.id', 'r.on_behalf_user_id')
    .select(['r.id', 'r.user_id', 'u.name', 'r.status', 'r.proposal_id', 'r.rank', 'r.science_score'])
    .select(['r.technical_score', 'r.science_comment_strength', 'r.science_comment_weakness'])
    .select(['r.technical_comment_strength', 'r.technical_comment_weakness', 'r.submitted_at'])
    .select('b.name as on_behalf_by')
    .where('r.proposal_id', '=', proposal_id)
    .where(sql<boolean>`not ${conflictOf(actor, 'r.proposal_id')}`)
    .orderBy('r.id')
    .execute()
  return rows.map(({ name, ...report }) => ({ ...report, user: { id: report.user_id, name } }))
}

/** The averages over the submitted reports on a proposal; with a conflict, of none. */
export const averagesOn = async (db: Db, actor: Actor, proposal_id: number) =>
  averagesOf(await reportsOn(db, actor, proposal_id))

/** The reviewer's own report on a proposal, or undefined. */
export const ownReportOn = (db: Db, user_id: number, proposal_id: number) =>
  db
    .selectFrom('reports')
    .select(['id', 'status'])
    .where('user_id', '=', user_id)
    .where('proposal_id', '=', proposal_id)
    .executeTakeFirst()
