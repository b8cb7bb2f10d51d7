import { type Insertable, sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { Users } from '../platform/database/tables.gen.ts'

/** The user whose ID an e-mail is, ignoring case, about to be written. */
export const lockUserByEmail = (tx: Db, email: string) =>
  tx
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', sql<string>`lower(${email}::text)`)
    .forUpdate()
    .executeTakeFirst()

/** Adds a user, or nothing when the e-mail is taken. */
export const addUser = (tx: Db, user: Insertable<Users>) =>
  tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst()

export const giveProposerRole = (tx: Db, id: number) =>
  tx.updateTable('users').set({ is_proposer: true }).where('id', '=', id).execute()

/** What a user's own profile shows. */
export const findProfile = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['first_name', 'middle_name', 'last_name', 'suffix', 'email', 'affiliation'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Every user's id and name. */
export const findNames = (db: Db) => db.selectFrom('users').select(['id', 'name']).orderBy('id').execute()
