import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Actor } from '#domain/session/actor.ts'
import { keptActState } from '#domain/undo/status.ts'
import type { Db } from '../platform/context.ts'
import type { KeptActs } from '../platform/database/tables.gen.ts'
import { lacksRequiredFactor } from '../platform/session.ts'
import { anyOf } from '../platform/sql.ts'
import { conflictingProposalIds } from '../users/conflict_shared_queries.ts'

const { WAITING, DONE } = keptActState.code

/** What an act will do to one object, as its audit entry will say. */
export interface ActObject {
  action: string
  object_id: number
  proposal_id: number | null
}

/** Keeps an act; returns false, and nothing is kept that matters, if another act waits for one of its objects. */
export async function insertAct(tx: Db, act: Insertable<KeptActs>, objects: readonly ActObject[]) {
  const { id } = await tx.insertInto('kept_acts').values(act).returning('id').executeTakeFirstOrThrow()
  return { id, isNew: await insertObjects(tx, id, objects) }
}

/** Whether nothing else waits for any of the objects. Sorted, so that two acts do not wait for each other. */
async function insertObjects(tx: Db, act_id: number, objects: readonly ActObject[]): Promise<boolean> {
  const rows = objects
    .toSorted((a, b) => a.action.localeCompare(b.action) || a.object_id - b.object_id)
    .map((object) => ({ ...object, act_id }))
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('kept_act_objects')
    .columns(['act_id', 'action', 'object_id', 'proposal_id'])
    .expression(
      sql`select act_id, action, object_id, proposal_id from json_to_recordset(${JSON.stringify(rows)})
        as o (act_id integer, action text, object_id integer, proposal_id integer)`,
    )
    .onConflict((waiting) => waiting.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === rows.length
}

/** The name of who has kept an act that waits for one of the objects. */
export const findWaitingUser = (db: Db, objects: readonly ActObject[]) =>
  db
    .selectFrom('kept_act_objects as o')
    .innerJoin('kept_acts as k', 'k.id', 'o.act_id')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select('u.name')
    .where('o.waiting', '=', true)
    .where('o.action', '=', objects[0]!.action)
    .where('o.object_id', '=', anyOf(objects.map(({ object_id }) => object_id)))
    .limit(1)
    .executeTakeFirst()

const objectsOfAct = sql<ActObject[]>`coalesce((select json_agg(json_build_object('action', o.action,
  'object_id', o.object_id, 'proposal_id', o.proposal_id)) from kept_act_objects o where o.act_id = k.id), '[]'::json)`

const acts = (db: Db) =>
  db
    .selectFrom('kept_acts as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .selectAll('k')
    .select('u.name as user_name')

/** SQL: the viewer has no conflict of interest with any of the proposals that the act concerns. */
const isVisibleTo = (viewer: Actor) => sql<SqlBool>`not exists (select from kept_act_objects o
  where o.act_id = k.id and o.proposal_id = any(${conflictingProposalIds(viewer)}))`

/**
 * The acts that the viewer may see: own ones that wait or were done since then, those set for a time, and those that were
 * not done. What waits to be undone by someone else is said beside its objects alone: a list of such acts would tell a
 * viewer with a conflict that one concerns a hidden proposal too.
 */
export const findActs = (db: Db, viewer: Actor, since: Date) =>
  acts(db)
    .where(({ eb, or, and }) =>
      or([
        and([eb('k.state', '!=', DONE), or([eb('k.state', '!=', WAITING), eb('k.scheduled', '=', true)])]),
        and([eb('k.state', '=', WAITING), eb('k.user_id', '=', viewer.id)]),
        and([eb('k.user_id', '=', viewer.id), eb('k.ended_at', '>', since.toISOString())]),
      ]),
    )
    .where(isVisibleTo(viewer))
    .orderBy('k.due_at')
    .orderBy('k.id')
    .execute()

/** Locks an act that the viewer may see; undefined without one. */
export const lockAct = (tx: Db, viewer: Actor, id: number) =>
  acts(tx)
    .select(objectsOfAct.as('objects'))
    .where('k.id', '=', id)
    .where(isVisibleTo(viewer))
    .forUpdate('k')
    .executeTakeFirst()

/** Locks the act that is due first and that no other process works on. Acts of before a maintenance wait `grace` seconds after it. */
export const takeDueAct = (tx: Db, now: Date, grace: number) =>
  acts(tx)
    .select(objectsOfAct.as('objects'))
    .where('k.state', '=', WAITING)
    .where('k.due_at', '<=', now.toISOString())
    .where(
      sql<SqlBool>`not exists (select from maintenance m
        where m.until > k.created_at and m.until + make_interval(secs => ${grace}) > ${now.toISOString()}::timestamptz)`,
    )
    .orderBy('k.due_at')
    .orderBy('k.id')
    .limit(1)
    .forUpdate('k')
    .skipLocked()
    .executeTakeFirst()
export type TakenAct = NonNullable<Awaited<ReturnType<typeof takeDueAct>>>

/** From now on others may wait for the same objects. */
export const releaseObjects = (tx: Db, act_id: number) =>
  tx.updateTable('kept_act_objects').set({ waiting: false }).where('act_id', '=', act_id).execute()

/** The act waits for its objects again; false if another one does. */
export async function claimObjects(tx: Db, act_id: number): Promise<boolean> {
  const other = await tx
    .selectFrom('kept_act_objects as mine')
    .innerJoin('kept_act_objects as o', (join) =>
      join.onRef('o.action', '=', 'mine.action').onRef('o.object_id', '=', 'mine.object_id'),
    )
    .select('o.act_id')
    .where('mine.act_id', '=', act_id)
    .where('o.waiting', '=', true)
    .limit(1)
    .executeTakeFirst()
  if (other) return false
  await tx.updateTable('kept_act_objects').set({ waiting: true }).where('act_id', '=', act_id).execute()
  return true
}

export const updateAct = (tx: Db, id: number, fields: Updateable<KeptActs>) =>
  tx.updateTable('kept_acts').set(fields).where('id', '=', id).execute()

export const deleteAct = (tx: Db, id: number) => tx.deleteFrom('kept_acts').where('id', '=', id).execute()

/** Counts a try that failed for a reason of the system: it is tried again later, or, after `max` tries, given up. */
export const recordFailedTry = (
  db: Db,
  id: number,
  { again, max, why, now }: { again: Date; max: number; why: string; now: Date },
) =>
  db
    .updateTable('kept_acts')
    .set({
      tries: sql`tries + 1`,
      due_at: again.toISOString(),
      state: sql`case when tries + 1 >= ${max} then 'refused' else 'waiting' end`,
      outcome: sql`case when tries + 1 >= ${max} then ${why} end`,
      ended_at: sql`case when tries + 1 >= ${max} then ${now.toISOString()}::timestamptz end`,
    })
    .where('id', '=', id)
    .where('state', '=', WAITING)
    .returning('state')
    .executeTakeFirst()

/** A user with the present roles; undefined for nobody. */
export const findActingUser = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'disabled'])
    .select(['is_administration_office', 'is_panel', 'is_reviewer', 'is_curation', 'is_proposer'])
    .select(lacksRequiredFactor.as('lacks_factor'))
    .where('id', '=', id)
    .executeTakeFirst()

/** The names of users by lower-case e-mail address. */
export async function findNames(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  const users = await db
    .selectFrom('users')
    .select(['email', 'name'])
    .where(sql<SqlBool>`lower(email) = any(${emails.map((email) => email.toLowerCase())}::text[])`)
    .execute()
  return new Map(users.map(({ email, name }) => [email.toLowerCase(), name]))
}

/** Locks the act that waits for one object, or undefined. */
export const lockActOn = (tx: Db, { action, object_id }: Omit<ActObject, 'proposal_id'>) =>
  acts(tx)
    .innerJoin('kept_act_objects as o', 'o.act_id', 'k.id')
    .where('o.waiting', '=', true)
    .where('o.action', '=', action)
    .where('o.object_id', '=', object_id)
    .forUpdate('k')
    .executeTakeFirst()

/** Deletes acts that were done before then. */
export const deleteDone = (db: Db, before: Date) =>
  db.deleteFrom('kept_acts').where('state', '=', DONE).where('ended_at', '<', before.toISOString()).execute()
