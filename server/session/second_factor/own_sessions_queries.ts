import type { Db } from '../../platform/context.ts'
import { standingSince } from '../../platform/session.ts'

/** A user's sessions that stand at `now`, the one used last first. */
export function findSessions(db: Db, user_id: number, now: Date) {
  const since = standingSince(now)
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

/** A session and whose it is. */
export const findSession = (db: Db, id: number) =>
  db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()

export const deleteSession = (tx: Db, id: number) => tx.deleteFrom('sessions').where('id', '=', id).execute()
