import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { viewerHasConflict } from '../users/conflict_shared_queries.ts'
import { isListedHere } from './listed_sql.ts'
import { type Columns, columns, reportsIn, reportTables } from './of_reviewer_sql.ts'

/** SQL: the visible reports of the user `u`. */
const reportsOf = (actor: Actor, more: RawBuilder<unknown>) => sql<Columns | null>`(
  select ${columns(viewerHasConflict({ id: sql.ref('u.id') }))}
  from ${reportTables} where r.user_id = u.id and not ${viewerHasConflict(actor)} and ${more} having count(*) > 0)`

/** A reviewer with the visible reports, those of the current term apart from all others. */
export async function findReviewer(db: Db, actor: Actor, id: number) {
  const found = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation', 'u.is_reviewer', 'u.disabled'])
    .select([
      reportsOf(actor, sql`t.is_current`).as('reports'),
      reportsOf(actor, sql`not t.is_current`).as('previous_reports'),
      neighbour(actor, '<', 'desc').as('prevReviewerID'),
      neighbour(actor, '>', 'asc').as('nextReviewerID'),
    ])
    .where('u.id', '=', id)
    .where(isListedHere(actor))
    .executeTakeFirst()
  return (
    found && {
      ...found,
      reports: reportsIn(found.reports),
      previous_reports: reportsIn(found.previous_reports),
    }
  )
}

/** SQL: the reviewer next to the user `u` in the order of last names. */
const neighbour = (actor: Actor, side: '<' | '>', order: 'asc' | 'desc') => sql<number | null>`(
  select n.id from (select u.* from users u where ${isListedHere(actor)}) as n
  where (n.folded_last_name, n.id) ${sql.raw(side)} (u.folded_last_name, u.id)
  order by n.folded_last_name ${sql.raw(order)}, n.id ${sql.raw(order)} limit 1)`

/** Who a reviewer is, if the actor sees the reviewer at all. */
export const findReviewerName = (db: Db, actor: Actor, id: number) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.disabled'])
    .where('u.id', '=', id)
    .where(isListedHere(actor))
    .executeTakeFirst()
