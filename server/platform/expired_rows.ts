import type { Db } from './context.ts'
import { validSince } from './session.ts'

/** Removes what has lapsed: sessions, used-up limits, old download addresses, reset links and what was begun of a second factor. */
export async function deleteExpired(db: Db, now: Date) {
  const at = now.toISOString()
  const since = validSince(now)
  await db
    .deleteFrom('sessions')
    .where(({ eb, or }) => or([eb('last_seen_at', '<', since.used), eb('created_at', '<', since.begun)]))
    .execute()
  await db.deleteFrom('throttles').where('expire', '<', +now).execute()
  await db.deleteFrom('downloads').where('expires_at', '<', at).execute()
  await db.deleteFrom('password_resets').where('expires_at', '<', at).execute()
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<', at).execute()
  await db.deleteFrom('factor_setups').where('expires_at', '<', at).execute()
}
