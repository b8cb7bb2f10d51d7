import { sql } from 'kysely'
import { reportStatus } from '#domain/reports/status.ts'
import type { Db } from '../platform/context.ts'

const RANKABLE = reportStatus.where((state) => state.takenOn)

/** The reviewer's reports that can be ranked: accepted or submitted, of a term. */
export const findRankable = (db: Db, user_id: number, term_id: number, lock = false) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select(['r.id', 'r.proposal_id', 'r.rank'])
    .where('r.user_id', '=', user_id)
    .where('r.status', 'in', RANKABLE)
    .where('p.term_id', '=', term_id)
    .orderBy('r.id')
    .$if(lock, (q) => q.forUpdate('r'))
    .execute()

/** Gives each report its rank; null is none. */
export const writeRanks = (tx: Db, ids: readonly number[], ranks: readonly (number | null)[], at: Date) =>
  sql`update reports set rank = given.rank, updated_at = ${at.toISOString()}::timestamptz
    from unnest(${ids}::int[], ${ranks}::smallint[]) as given (id, rank)
    where reports.id = given.id and reports.rank is distinct from given.rank`.execute(tx)
