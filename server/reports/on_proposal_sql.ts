import { averagesOf } from '#domain/reports/averages.ts'
import type { ReportOnProposal } from '#domain/reports/report.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { reasonsOf } from './hold.ts'
import { findReportsOn } from './queries.ts'

/** The reports on one proposal as a member of the staff may see them; with a conflict, none. */
export async function reportsOn(db: Db, actor: Actor, proposal_id: number): Promise<ReportOnProposal[]> {
  const reports = await findReportsOn(db, actor, proposal_id)
  return reports.map((report) => ({
    ...report,
    ...reasonsOf(report),
    user: { id: report.user_id, name: report.name, affiliation: report.affiliation },
  }))
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
