import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { EmailChanges, Users } from '../platform/database/tables.gen.ts'

/**
 * Whose an address is or was, ignoring case. Until the transaction ends nobody else can take it; it is held before any
 * user is.
 */
export async function lockAddress(tx: Db, email: string): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('address ' || lower(${email}::text), 0))`.execute(
    tx,
  )
  const owner = await tx
    .selectFrom('user_addresses')
    .select('user_id')
    .where(sql`lower(email)`, '=', sql<string>`lower(${email}::text)`)
    .executeTakeFirst()
  return owner?.user_id
}

/** The user whose an address is or was, about to be written. */
export async function lockUserByAddress(tx: Db, email: string) {
  const id = await lockAddress(tx, email)
  return id === undefined ? undefined : lockUser(tx, id)
}

type InsertedUser = Omit<Insertable<Users>, 'created_at' | 'updated_at'>

/** Adds a user, or nothing when the e-mail is or was somebody's. */
export async function addUser(tx: Db, user: InsertedUser, at: Date) {
  if ((await lockAddress(tx, user.email)) !== undefined) return undefined
  return tx
    .insertInto('users')
    .values({ ...user, created_at: at.toISOString(), updated_at: at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** What a user's own profile shows. */
export const findProfile = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['first_name', 'middle_name', 'last_name', 'suffix', 'email', 'affiliation', 'version'])
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
    .set('version', (eb) => eb('version', '+', 1))
    .where('id', '=', id)
    .execute()

/** Keeps a new e-mail until it is confirmed; an earlier one that was not is forgotten. */
export const saveEmailChange = (tx: Db, change: Insertable<EmailChanges>) =>
  tx
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()

/** The new e-mail that a token confirms, in time. */
export const findEmailChange = (db: Db, user_id: number, token_hash: string, now: Date) =>
  db
    .selectFrom('email_changes')
    .select('email')
    .where('user_id', '=', user_id)
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** Uses a confirmation up; whether it was still there. */
export async function consumeEmailChange(tx: Db, user_id: number, token_hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('email_changes')
    .where('user_id', '=', user_id)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Everyone who holds the office's role and is not disabled. */
export const findOffice = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('is_administration_office', '=', true)
    .where('disabled', '=', false)
    .orderBy('id')
    .execute()

/**
 * A user about to be written by the office, and all active administrators with it, in one order: two of them who
 * disable each other at once come one after the other.
 */
export async function lockWithAdministrators(tx: Db, id: number) {
  const held = await tx
    .selectFrom('users')
    .selectAll()
    .where(({ or, and, eb }) =>
      or([eb('id', '=', id), and([eb('is_administration_office', '=', true), eb('disabled', '=', false)])]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const user = held.find((one) => one.id === id)
  const others = held.filter((one) => one.id !== id && one.is_administration_office && !one.disabled)
  return { user, others: others.length }
}

/** The name of a user; null for nobody, and for one who is gone. */
export async function findName(db: Db, id: number | null): Promise<string | null> {
  if (id === null) return null
  const user = await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst()
  return user?.name ?? null
}

const FOREIGN_KEY_VIOLATION = '23503'

/** Deletes a user whom nothing refers to but the audit log and what is the user's own; whether that was so. */
export async function eraseUser(tx: Db, id: number): Promise<boolean> {
  await sql`savepoint erase`.execute(tx)
  try {
    await tx.deleteFrom('users').where('id', '=', id).execute()
    await sql`release savepoint erase`.execute(tx)
    return true
  } catch (error) {
    await sql`rollback to savepoint erase`.execute(tx)
    if ((error as { code?: unknown }).code === FOREIGN_KEY_VIOLATION) return false
    throw error
  }
}

/**
 * Takes from a user who must stay whatever says who it was. The e-mail is none that anybody could have; the addresses
 * stay the user's, unseen, so that nobody comes back by one of them without the conflicts that go with it.
 */
export async function anonymiseUser(tx: Db, id: number, by: number, at: Date) {
  await tx
    .updateTable('users')
    .set({
      first_name: 'Deleted user',
      middle_name: '',
      last_name: String(id),
      suffix: '',
      email: `deleted-${id}`,
      affiliation: '',
      password_hash: null,
      password_generated_until: null,
      disabled: true,
      is_administration_office: false,
      is_panel: false,
      is_reviewer: false,
      is_proposer: false,
      deleted_at: at.toISOString(),
      updated_at: at.toISOString(),
      last_updator_id: by,
    })
    .set('version', (eb) => eb('version', '+', 1))
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('email_changes').where('user_id', '=', id).execute()
}
