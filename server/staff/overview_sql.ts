import { sql } from 'kysely'
import type { Actor } from '#domain/session/actor.ts'
import { PROGRESS_SCORED, type Progress } from '#domain/staff/status.ts'
import type { Db } from '../platform/context.ts'
import { viewerHasConflict } from '../users/conflict_shared_queries.ts'
import { progressFor, rankFor, scoreFor } from './visible_queries.ts'

/** How many ids a count names. */
const NAMED = 8

/** A term's begun proposals by how far they have come; those with a conflict, of which that is not seen, apart. */
export const countByProgress = (db: Db, actor: Actor, term_id: number) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('proposals as p')
        .select(['p.id', progressFor(actor).as('progress'), viewerHasConflict(actor).as('conflict')])
        .where('p.term_id', '=', term_id)
        .as('q'),
    )
    .select(['q.conflict', sql<Progress>`q.progress`.as('progress')])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number[]>`(array_agg(q.id order by q.id))[1:${sql.lit(NAMED)}]`.as('ids'))
    .where('q.progress', 'is not', null)
    .groupBy(['q.progress', 'q.conflict'])
    .execute()

/** The best scored proposals of a term: by global score, then rank, then id; none with a conflict. */
export const findTop = (db: Db, actor: Actor, term_id: number, count: number) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.title', 'u.name', rankFor(actor).as('rank')])
    .select(scoreFor(actor).$castTo<number>().as('global_score'))
    .where('p.term_id', '=', term_id)
    .where(progressFor(actor), '=', PROGRESS_SCORED)
    .orderBy('p.global_score', 'desc')
    .orderBy('p.rank', (rank) => rank.asc().nullsLast())
    .orderBy('p.id')
    .limit(count)
    .execute()
