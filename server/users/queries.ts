import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { EmailChanges, Users } from '../platform/database/tables.gen.ts'
import { lockAddress } from './shared_queries.ts'

/** The user whose an address is or was, about to be written. */
export async function lockUserByAddress(tx: Db, email: string) {
  const id = await lockAddress(tx, email)
  return id === undefined ? undefined : lockUser(tx, id)
}

type InsertedUser = Omit<Insertable<Users>, 'created_at' | 'updated_at'>

/** Returns undefined if the e-mail address is or was someone else's. */
export async function addUser(tx: Db, user: InsertedUser, at: Date) {
  if ((await lockAddress(tx, user.email)) !== undefined) return undefined
  return tx
    .insertInto('users')
    .values({ ...user, created_at: at.toISOString(), updated_at: at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export const findProfile = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['first_name', 'middle_name', 'last_name', 'suffix', 'email', 'affiliation', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()

export const findNames = (db: Db) => db.selectFrom('users').select(['id', 'name']).orderBy('id').execute()

export const lockUser = (tx: Db, id: number) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const changeUser = (tx: Db, id: number, fields: Updateable<Users>, by: number, at: Date) =>
  tx
    .updateTable('users')
    .set({ ...fields, updated_at: at.toISOString(), last_updator_id: by })
    .set('version', (eb) => eb('version', '+', 1))
    .where('id', '=', id)
    .execute()

/** Replaces an earlier unconfirmed change. */
export const saveEmailChange = (tx: Db, change: Insertable<EmailChanges>) =>
  tx
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()

export const findEmailChange = (db: Db, user_id: number, token_hash: string, now: Date) =>
  db
    .selectFrom('email_changes')
    .select('email')
    .where('user_id', '=', user_id)
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** Returns whether the change was still there. */
export async function consumeEmailChange(tx: Db, token_hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('email_changes')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const findOffice = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('is_administration_office', '=', true)
    .where('disabled', '=', false)
    .orderBy('id')
    .execute()

/**
 * Locks a user together with all active administrators, in one order, so that two administrators cannot disable each
 * other at the same time.
 */
export async function lockWithAdministrators(tx: Db, id: number) {
  const locked = await tx
    .selectFrom('users')
    .selectAll()
    .where(({ or, and, eb }) =>
      or([eb('id', '=', id), and([eb('is_administration_office', '=', true), eb('disabled', '=', false)])]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const user = locked.find((one) => one.id === id)
  const others = locked.filter((one) => one.id !== id && one.is_administration_office && !one.disabled)
  return { user, others: others.length }
}

export async function findName(db: Db, id: number | null): Promise<string | null> {
  if (id === null) return null
  const user = await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst()
  return user?.name ?? null
}

const FOREIGN_KEY_VIOLATION = '23503'

/** Deletes a user unless other records refer to them. Returns whether the user was deleted. */
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
 * Removes everything that identifies a user whose row must stay. The user's former addresses stay, hidden, so that nobody
 * can return under one of them without its conflicts of interest.
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
      is_curation: false,
      is_proposer: false,
      deleted_at: at.toISOString(),
      updated_at: at.toISOString(),
      last_updator_id: by,
    })
    .set('version', (eb) => eb('version', '+', 1))
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('email_changes').where('user_id', '=', id).execute()
  await tx.deleteFrom('reviewer_profiles').where('user_id', '=', id).execute()
  await tx.deleteFrom('saved_views').where('owner_id', '=', id).execute()
  await tx.deleteFrom('calendar_addresses').where('user_id', '=', id).execute()
  await tx.updateTable('loans').set({ borrower_email: '' }).where('borrower_user_id', '=', id).execute()
  await tx.deleteFrom('declared_relations').where('user_id', '=', id).execute()
  await sql`update submitted_versions v
    set content = v.content || jsonb_build_object('name', u.name, 'email', u.email, 'affiliation', u.affiliation, 'orcid', null)
    from proposals p join users u on u.id = p.user_id where p.id = v.proposal_id and u.id = ${id}`.execute(tx)
}
