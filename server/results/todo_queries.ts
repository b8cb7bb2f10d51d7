import { type SqlBool, sql } from 'kysely'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { answerState, isDeclined, isFinding, isLast, isVisible } from './queries.ts'

/** Results of any call that wait for the office, those first that are to be answered first; none that the viewer has a conflict with. */
export const findWaitingResults = (db: Db, viewer: Actor, now: Date) => {
  const overdue = sql<boolean>`(${answerState(now.toISOString().slice(0, 10))} = 'overdue')`
  return db
    .selectFrom('results as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['r.proposal_id', 'r.state', 'u.name'])
    .select([
      sql<boolean>`(r.released_at is null)`.as('not_released'),
      isFinding.as('finding'),
      overdue.as('overdue'),
      isDeclined.as('declined'),
    ])
    .where(isLast)
    .where(isVisible(viewer))
    .where(sql<SqlBool>`(r.released_at is null or ${overdue} or ${isDeclined})`)
    .orderBy('r.answer_by')
    .orderBy('r.proposal_id')
    .execute()
}

/** Whether drafting can begin in a term: a sample is confirmed for one of its proposals, or one has a result. */
export const isAllocated = async (db: Db, viewer: Actor, term_id: number): Promise<boolean> =>
  (await db
    .selectFrom('proposals as p')
    .select('p.id')
    .where('p.term_id', '=', term_id)
    .where(
      sql<SqlBool>`(exists (select from assignments a where a.proposal_id = p.id and a.status = ${CONFIRMED})
        or exists (select from results r where r.proposal_id = p.id))`,
    )
    .where(isVisible(viewer))
    .limit(1)
    .executeTakeFirst()) !== undefined
