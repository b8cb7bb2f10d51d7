import { type Insertable, sql } from 'kysely'
import { type Actor, isOffice } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import type { Conflicts } from '../platform/database/tables.gen.ts'
import { hasConflict, viewerHasConflict } from '../users/conflict_shared_queries.ts'

/** The actor's own declared conflicts; of one proposal all of them, for the office without one of its own. */
export const findConflicts = (db: Db, actor: Actor, proposal_id: number | undefined) =>
  db
    .selectFrom('conflicts as d')
    .innerJoin('proposals as p', 'p.id', 'd.proposal_id')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .innerJoin('users as b', 'b.id', 'd.declared_by')
    .select(['d.id', 'd.proposal_id', 'p.term_id', 'p.title', 'd.user_id', 'u.name', 'd.reason'])
    .select(['b.name as declared_by', 'd.created_at'])
    .where(
      isOffice(actor) && proposal_id !== undefined
        ? sql<boolean>`(d.user_id = ${actor.id} or not ${viewerHasConflict(actor)})`
        : sql<boolean>`d.user_id = ${actor.id}`,
    )
    .$if(proposal_id !== undefined, (query) => query.where('d.proposal_id', '=', proposal_id!))
    .orderBy('d.created_at')
    .orderBy('d.id')
    .execute()

/** Locks the proposal of a conflict against commands on its reviews. */
export const lockProposal = (tx: Db, actor: Actor, id: number) =>
  tx
    .selectFrom('proposals as p')
    .select(['p.id', 'p.term_id', 'p.title', viewerHasConflict(actor).as('conflict')])
    .where('p.id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const findConflict = (tx: Db, id: number) =>
  tx.selectFrom('conflicts').selectAll().where('id', '=', id).executeTakeFirst()

/** The user for whom a conflict is recorded, or undefined. */
export const findUser = (tx: Db, id: number) =>
  tx
    .selectFrom('users')
    .select(['id', 'name', 'is_administration_office', 'is_panel', 'is_reviewer'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Adds a conflict; undefined when it is already declared. */
export const insertConflict = (tx: Db, conflict: Insertable<Conflicts>) =>
  tx
    .insertInto('conflicts')
    .values(conflict)
    .onConflict((duplicate) => duplicate.columns(['proposal_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

export const deleteConflict = (tx: Db, id: number) =>
  tx.deleteFrom('conflicts').where('id', '=', id).execute()

/** The addresses of the office's active members who have no conflict with the proposal. */
export async function findOfficeWithoutConflict(db: Db, proposal_id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('proposals as p', (join) => join.on('p.id', '=', proposal_id))
    .select('u.email')
    .where('u.is_administration_office', '=', true)
    .where('u.disabled', '=', false)
    .where(sql<boolean>`not ${hasConflict('u')}`)
    .orderBy('u.id')
    .execute()
  return rows.map(({ email }) => email)
}
