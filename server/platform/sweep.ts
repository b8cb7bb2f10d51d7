import type { Db } from './context.ts'
import { IDLE_MS } from './session.ts'

/** Removes what has lapsed: idle sessions, used-up limits, old download addresses and reset links. */
export async function sweep(db: Db, now: Date) {
  const at = now.toISOString()
  await db
    .deleteFrom('sessions')
    .where('last_seen_at', '<', new Date(+now - IDLE_MS).toISOString())
    .execute()
  await db.deleteFrom('throttles').where('expire', '<', +now).execute()
  await db.deleteFrom('downloads').where('expires_at', '<', at).execute()
  await db.deleteFrom('password_resets').where('expires_at', '<', at).execute()
}
