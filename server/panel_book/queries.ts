import { type SqlBool, sql } from 'kysely'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { ReportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { notFreed } from '../platform/sql.ts'
import { owesReport } from '../reports/withheld_shared_queries.ts'
import { rankFor, reportRankFor, viewerHasConflict } from '../users/conflict_shared_queries.ts'

interface BookReport {
  status: ReportStatus
  rank: number | null
  science_score: number | null
  technical_score: number | null
}

const ids = (chosen: readonly number[] | undefined) =>
  chosen === undefined ? sql<SqlBool>`true` : sql<SqlBool>`p.id = any(${chosen}::integer[])`

/** A term's submitted proposals, without those that the reader has a conflict with; of these ids, or all. */
export const findBookProposals = (
  db: Db,
  reader: Actor,
  { term_id, ids: chosen }: { term_id: number; ids?: readonly number[] | undefined },
) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.title', 'u.name', 'u.affiliation', 'p.global_score', rankFor(reader).as('rank')])
    .select([
      sql<BookReport[]>`coalesce((
        select json_agg(json_build_object('status', r.status, 'rank', ${reportRankFor(reader)},
          'science_score', r.science_score, 'technical_score', r.technical_score) order by r.id)
        from reports r where r.proposal_id = p.id), '[]'::json)`.as('reports'),
      owesReport(reader).as('withheld'),
    ])
    .where('p.term_id', '=', term_id)
    .where('p.status', '=', SUBMITTED)
    .where(ids(chosen))
    .where(sql<SqlBool>`not ${viewerHasConflict(reader)}`)
    .orderBy('p.id')
    .execute()

/** Which proposals of the term ask for a sample by name; none that the reader has a conflict with. */
export const findNamedRequests = (db: Db, reader: Actor, term_id: number) =>
  db
    .selectFrom('requested_samples as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select(['r.sample_id', 'p.id as proposal_id'])
    .distinct()
    .where('p.term_id', '=', term_id)
    .where('p.status', '=', SUBMITTED)
    .where('r.sample_id', 'is not', null)
    .where(sql<SqlBool>`not ${viewerHasConflict(reader)}`)
    .orderBy('p.id')
    .execute()

/** Which samples are confirmed in the term; for none that the reader has a conflict with. */
export const findConfirmed = (db: Db, reader: Actor, term_id: number) =>
  db
    .selectFrom('assignments as a')
    .innerJoin('proposals as p', 'p.id', 'a.proposal_id')
    .select(['a.sample_id', 'p.id as proposal_id'])
    .where('p.term_id', '=', term_id)
    .where('a.status', '=', CONFIRMED)
    .where(notFreed)
    .where(sql<SqlBool>`not ${viewerHasConflict(reader)}`)
    .orderBy('p.id')
    .execute()
