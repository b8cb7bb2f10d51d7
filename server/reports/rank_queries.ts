import { sql } from 'kysely'
import { reportStatus } from '#domain/reports/status.ts'
import type { Db } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'

const RANKABLE = reportStatus.where((state) => state.takenOn)

/** The reviewer's accepted and submitted reports of a term, which can be ranked. */
export const findRankable = (db: Db, user_id: number, term_id: number, lock = false) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select(['r.id', 'r.proposal_id', 'r.rank'])
    .where('r.user_id', '=', user_id)
    .where('r.status', '=', anyOf(RANKABLE))
    .where('p.term_id', '=', term_id)
    .orderBy('r.id')
    .$if(lock, (q) => q.forUpdate('r'))
    .execute()

/** Gives each report its rank; null is none. */
export const updateRanks = (tx: Db, ids: readonly number[], ranks: readonly (number | null)[], at: Date) =>
  sql`update reports set rank = changed.rank, updated_at = ${at.toISOString()}::timestamptz
    from unnest(${ids}::int[], ${ranks}::smallint[]) as changed (id, rank)
    where reports.id = changed.id and reports.rank is distinct from changed.rank`.execute(tx)

/** Moves all reports below `rank` of a reviewer in a term up by one; returns them with their new ranks. */
export const moveRanksUp = async (
  tx: Db,
  { user_id, term_id, rank }: { user_id: number; term_id: number; rank: number },
  at: Date,
) => {
  const { rows } = await sql<{ id: number; proposal_id: number; rank: number }>`
    update reports r set rank = r.rank - 1, updated_at = ${at.toISOString()}::timestamptz
    from proposals p where p.id = r.proposal_id and p.term_id = ${term_id} and r.user_id = ${user_id}
      and r.status = any(${RANKABLE}::smallint[]) and r.rank > ${rank}
    returning r.id, r.proposal_id, r.rank`.execute(tx)
  return rows
}
