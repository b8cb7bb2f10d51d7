import type { Db } from '../platform/context.ts'
import { validSince } from '../platform/session.ts'

/**
 * Ends at once what lets a user in: sessions, addresses of CSV files, links that were mailed. Answers how many sessions
 * that were.
 */
export async function endAccess(tx: Db, user_id: number): Promise<number> {
  await endLinks(tx, user_id)
  await tx.deleteFrom('downloads').where('user_id', '=', user_id).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * The links that were mailed to reset a user's password or to confirm a new address are worth nothing any more: password
 * or address are others now, and who asked for them may not have been the owner.
 */
export async function endLinks(tx: Db, user_id: number) {
  for (const table of ['password_resets', 'email_changes'] as const)
    await tx.deleteFrom(table).where('user_id', '=', user_id).execute()
}

/** How many sessions and addresses of CSV files a user holds that stand at `now`. */
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
  return { sessions, downloads }
}
