import { type SqlBool, sql } from 'kysely'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { PROCESSED } from '#domain/masters/values.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { Db } from '../platform/context.ts'
import { stillHolds } from '../platform/sql.ts'
import { type Viewer, viewerHasConflict } from '../users/conflict_shared_queries.ts'

/**
 * The samples that a term can hand out: on offer, and not confirmed in another term. What this term has assigned does not
 * change it.
 */
export const findMaterial = (db: Db, term_id: number) =>
  db
    .selectFrom('samples as s')
    .select(['s.id', 's.db_type', 's.sample_type', 's.weight', 's.size', 's.chamber', 's.dish'])
    .where(
      sql<SqlBool>`(s.sample_type <> ${PROCESSED} or s.flg) and not exists (
        select from assignments a join proposals p on p.id = a.proposal_id
        where a.sample_id = s.id and a.status = ${CONFIRMED} and ${stillHolds} and p.term_id <> ${term_id})`,
    )
    .orderBy('s.id')
    .execute()

/** The requests of a term's submitted proposals, without those that the viewer has a conflict with. */
export const findRequests = (db: Db, viewer: Viewer, term_id: number) =>
  db
    .selectFrom('requested_samples as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select(['r.id', 'r.proposal_id', 'r.priority', 'r.db_type', 'r.sample_type', 'r.sample_id'])
    .select(['r.number_of_bottles', 'r.number_of_samples', 'r.weight', 'r.size', 'r.chamber', 'r.dish'])
    .where('p.term_id', '=', term_id)
    .where('p.status', '=', SUBMITTED)
    .where(sql<SqlBool>`not ${viewerHasConflict(viewer)}`)
    .orderBy('r.proposal_id')
    .orderBy('r.priority')
    .orderBy('r.id')
    .execute()

/** How many places the office has set above the line, and the version of the term; undefined without the term. */
export const findLine = (db: Db, term_id: number) =>
  db.selectFrom('terms').select(['panel_line', 'version']).where('id', '=', term_id).executeTakeFirst()
