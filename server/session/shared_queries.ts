import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { validSince } from '../platform/session.ts'

/** Locks the user's row until the transaction ends: the password cannot change and the user cannot be disabled. */
export const lockAccount = (tx: Db, id: number) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/**
 * Ends a user's sessions, sign-ins that wait for a second step, API tokens, download links and mailed links. Returns the
 * number of sessions.
 */
export async function endAccess(tx: Db, user_id: number): Promise<number> {
  await endLinks(tx, user_id)
  await tx
    .updateTable('api_tokens')
    .set({ revoked_at: sql<string>`now()`, revoked_why: 'access_ended' })
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .execute()
  for (const table of ['downloads', 'pending_sign_ins'] as const)
    await tx.deleteFrom(table).where('user_id', '=', user_id).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Deletes mailed links for a password reset or a new e-mail address: after a change of either they are outdated, and may
 * have been requested by someone else.
 */
export async function endLinks(tx: Db, user_id: number) {
  for (const table of ['password_resets', 'email_changes'] as const)
    await tx.deleteFrom(table).where('user_id', '=', user_id).execute()
}

/** Number of a user's active sessions, download links and API tokens. */
export async function countAccess(db: Db, user_id: number, now: Date) {
  const since = validSince(now)
  const { count: sessions } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('last_seen_at', '>', since.used)
    .where('created_at', '>', since.begun)
    .executeTakeFirstOrThrow()
  const { count: downloads } = await db
    .selectFrom('downloads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  const { count: api_tokens } = await db
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  return { sessions, downloads, api_tokens }
}
