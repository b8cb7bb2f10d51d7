import { type Insertable, sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { AccountChanges } from '../platform/database/tables.gen.ts'

/** Adds a waiting change; undefined when one of the same account already waits. */
export const insertChange = (tx: Db, change: Insertable<AccountChanges>) =>
  tx
    .insertInto('account_changes')
    .values(change)
    .onConflict((waiting) => waiting.column('user_id').doNothing())
    .returning('id')
    .executeTakeFirst()

const selectChanges = (db: Db) =>
  db
    .selectFrom('account_changes as c')
    .innerJoin('users as b', 'b.id', 'c.asked_by')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.command', 'c.user_id', 'c.version', 'c.fields', 'c.asked_at'])
    .select(['u.name', 'u.email', 'b.id as asked_by', 'b.name as asked_by_name'])
    .select(sql<Record<string, unknown> | null>`to_jsonb(u)`.as('account'))

export const findChanges = (db: Db) => selectChanges(db).orderBy('c.id').execute()

/** Locks a waiting change; undefined when it has been confirmed or dismissed meanwhile. */
export const lockChange = (tx: Db, id: number) =>
  selectChanges(tx).where('c.id', '=', id).forUpdate('c').executeTakeFirst()
export type WaitingChange = NonNullable<Awaited<ReturnType<typeof lockChange>>>

export const deleteChange = (tx: Db, id: number) =>
  tx.deleteFrom('account_changes').where('id', '=', id).execute()
