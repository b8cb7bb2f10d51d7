import { sql } from 'kysely'
import type { ListViews } from '#domain/session/list_view_schemas.ts'
import type { Db } from '../platform/context.ts'
import { lacksRequiredFactor as lacks, validSince } from '../platform/session.ts'
import { lockAccount } from './shared_queries.ts'

interface PendingSignIn {
  token_hash: string
  user_id: number
  password_mark: string
  provider?: string | null
  expires_at: string
}

export const insertPendingSignIn = (tx: Db, pending: PendingSignIn) =>
  tx.insertInto('pending_sign_ins').values(pending).execute()

export const findPendingSignIn = (db: Db, token_hash: string, now: Date) =>
  db
    .selectFrom('pending_sign_ins')
    .selectAll()
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** The challenge for the next passkey; null once it was used. */
export const setPasskeyChallenge = (tx: Db, token_hash: string, challenge: string | null) =>
  tx.updateTable('pending_sign_ins').set({ challenge }).where('token_hash', '=', token_hash).execute()

export const deletePendingSignIn = (tx: Db, token_hash: string) =>
  tx.deleteFrom('pending_sign_ins').where('token_hash', '=', token_hash).execute()

export const findKnownBrowsers = (db: Db, user_id: number) =>
  db.selectFrom('known_browsers').select('token_hash').where('user_id', '=', user_id).execute()

/** Records a sign-in from a browser and deletes browsers whose cookie has expired. */
export async function recordBrowser(tx: Db, user_id: number, token_hash: string, at: Date, lapsed: Date) {
  await tx
    .deleteFrom('known_browsers')
    .where('user_id', '=', user_id)
    .where('last_used_at', '<', lapsed.toISOString())
    .execute()
  const last_used_at = at.toISOString()
  await tx
    .insertInto('known_browsers')
    .values({ user_id, token_hash, last_used_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doUpdateSet({ last_used_at }))
    .execute()
}

/** A user's active sessions, most recently used first. */
export function findOwnSessions(db: Db, user_id: number, now: Date) {
  const since = validSince(now)
  return db
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'address', 'agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', user_id)
    .where('last_seen_at', '>', since.used)
    .where('created_at', '>', since.begun)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export const findSession = (db: Db, id: number) =>
  db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()

export const deleteSession = (tx: Db, id: number) => tx.deleteFrom('sessions').where('id', '=', id).execute()

/** Ignores case. */
export const findUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', sql<string>`lower(${email}::text)`)
    .executeTakeFirst()

export const findUser = (db: Db, id: number) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const setListViews = (tx: Db, id: number, list_views: ListViews) =>
  tx
    .updateTable('users')
    .set({ list_views: JSON.stringify(list_views) })
    .where('id', '=', id)
    .execute()

export const lockAccountByEmail = async (tx: Db, email: string) => {
  const user = await findUserByEmail(tx, email)
  const locked = user && (await lockAccount(tx, user.id))
  // The address may have changed before the lock was taken.
  return locked?.email === user?.email ? locked : undefined
}

interface PasswordFields {
  password_hash: string
  password_generated_until: string | null
}

export const setPassword = (db: Db, id: number, fields: PasswordFields) =>
  db.updateTable('users').set(fields).where('id', '=', id).execute()

export const hasTerm = async (db: Db) =>
  (await db.selectFrom('terms').select('id').where('is_current', '=', true).executeTakeFirst()) !== undefined

/** Whether the setting requires a second factor and this user has none. */
export const lacksRequiredFactor = async (db: Db, id: number) =>
  (await db.selectFrom('users').select(lacks.as('lacks')).where('id', '=', id).executeTakeFirst())?.lacks ===
  true

/** Keeps the previous sign-in too: what is newer is new to the user. */
export const recordSignIn = (db: Db, id: number, at: Date) =>
  db
    .updateTable('users')
    .set((eb) => ({ previous_login_at: eb.ref('last_login_at'), last_login_at: at.toISOString() }))
    .where('id', '=', id)
    .execute()

export async function replaceResetLink(db: Db, token_hash: string, user_id: number, expires: Date) {
  await db.deleteFrom('password_resets').where('user_id', '=', user_id).execute()
  const expires_at = expires.toISOString()
  await db.insertInto('password_resets').values({ token_hash, user_id, expires_at }).execute()
}

/** Whether there is such a link, expired or not. */
export const isResetLink = async (db: Db, token_hash: string) =>
  (await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()) !== undefined

/** Deletes a user's reset link; returns whether it was theirs and valid. */
export async function consumeResetLink(
  db: Db,
  token_hash: string,
  user_id: number,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', token_hash)
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return numDeletedRows > 0n
}
