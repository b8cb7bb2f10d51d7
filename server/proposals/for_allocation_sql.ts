import { type SqlBool, sql } from 'kysely'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { conflictOf, unlessConflict } from '../users/conflict_sql.ts'
import { requestedSamples } from './read_sql.ts'

const among = (ids: readonly number[]) => sql<SqlBool>`p.id = any(${ids}::integer[])`

/**
 * A term's submitted proposals with what they ask for: best global score first, then rank, then id, empty ones last.
 * One that the actor has a conflict with shows no score and no rank, and stands where those without one stand.
 */
export const submittedProposals = (db: Db, actor: Actor, term_id: number) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select([
      'p.id',
      'u.name',
      'p.title',
      'p.properties',
      conflictOf(actor).$castTo<boolean>().as('conflict'),
    ])
    .select([
      unlessConflict(actor, sql<number>`p.global_score`).as('global_score'),
      unlessConflict(actor, sql<number>`p.rank`).as('rank'),
      requestedSamples.as('requested_samples'),
    ])
    .where('p.term_id', '=', term_id)
    .where('p.status', '=', SUBMITTED)
    .orderBy('global_score', (order) => order.desc().nullsLast())
    .orderBy('rank', (order) => order.asc().nullsLast())
    .orderBy('p.id')
    .execute()

/** The priorities of what a proposal asks for. */
const priorities = sql<number[]>`array(
  select r.priority from requested_samples r where r.proposal_id = p.id order by r.priority)`

/** Proposals that are about to be given samples: none changes its status until the transaction ends. In id order. */
export const holdForAllocation = (tx: Db, ids: readonly number[]) =>
  tx
    .selectFrom('proposals as p')
    .select(['p.id', 'p.term_id', 'p.status', priorities.as('priorities')])
    .where(among(ids))
    .orderBy('p.id')
    .forShare()
    .execute()

/** Which of these proposals the actor has a conflict with. */
export const conflictsAmong = async (db: Db, actor: Actor, ids: readonly number[]) => {
  const rows = await db
    .selectFrom('proposals as p')
    .select('p.id')
    .where(among(ids))
    .where(conflictOf(actor))
    .orderBy('p.id')
    .execute()
  return rows.map(({ id }) => id)
}
