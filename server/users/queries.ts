import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { EmailChanges, Users } from '../platform/database/tables.gen.ts'

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

/** A user about to be written. */
export const lockUser = (tx: Db, id: number) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Changes a user's fields, and notes who did it. */
export const changeUser = (tx: Db, id: number, fields: Updateable<Users>, by: number, at: Date) =>
  tx
    .updateTable('users')
    .set({ ...fields, updated_at: at.toISOString(), last_updator_id: by })
    .where('id', '=', id)
    .execute()

/** Keeps a new e-mail until it is confirmed; an earlier one that was not is forgotten. */
export const keepNewEmail = (tx: Db, change: Insertable<EmailChanges>) =>
  tx
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()

/** Takes the new e-mail that a token confirms, once and in time. */
export const takeNewEmail = (tx: Db, user_id: number, token_hash: string, now: Date) =>
  tx
    .deleteFrom('email_changes')
    .where('user_id', '=', user_id)
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now.toISOString())
    .returning('email')
    .executeTakeFirst()

/** The addresses of everyone who holds the office's role and is not disabled. */
export async function findOfficeAddresses(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('is_administration_office', '=', true)
    .where('disabled', '=', false)
    .orderBy('id')
    .execute()
  return rows.map(({ email }) => email)
}
