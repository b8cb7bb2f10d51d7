import { type SqlBool, sql } from 'kysely'
import { groupBy } from '#domain/group_by.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { unlessConflict, viewerHasConflict } from '../users/conflict_shared_queries.ts'
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
      viewerHasConflict(actor).$castTo<boolean>().as('conflict'),
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

/**
 * Proposals that are about to be given samples, with the priorities of what they ask for: none changes its status or its
 * requests until the transaction ends. In id order. The lock comes first, for a row that was waited for would bring its
 * old priorities along.
 */
export async function holdForAllocation(tx: Db, ids: readonly number[]) {
  const held = await tx
    .selectFrom('proposals as p')
    .select(['p.id', 'p.term_id', 'p.status'])
    .where(among(ids))
    .orderBy('p.id')
    .forShare()
    .execute()
  const requests = await tx
    .selectFrom('requested_samples')
    .select(['proposal_id', 'priority'])
    .where(sql<SqlBool>`proposal_id = any(${ids}::integer[])`)
    .execute()
  const priorities = groupBy(requests, ({ proposal_id }) => proposal_id)
  return held.map((proposal) => ({
    ...proposal,
    priorities: (priorities.get(proposal.id) ?? []).map(({ priority }) => priority),
  }))
}

/** Which of these proposals the actor has a conflict with. */
export const conflictsAmong = async (db: Db, actor: Actor, ids: readonly number[]) => {
  const rows = await db
    .selectFrom('proposals as p')
    .select('p.id')
    .where(among(ids))
    .where(viewerHasConflict(actor))
    .orderBy('p.id')
    .execute()
  return rows.map(({ id }) => id)
}
