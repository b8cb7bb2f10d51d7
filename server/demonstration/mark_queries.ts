import { StartError } from '../platform/config.ts'
import type { Db } from '../platform/context.ts'

const NAME = 'demonstration'

/** Whether this database is a demonstration. */
export const isDemonstration = async (db: Db) =>
  (await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst()) !== undefined

/** Marks the database as a demonstration for good. */
export const markDemonstration = (db: Db, at: Date) =>
  db.insertInto('settings').values({ name: NAME, value: at.toISOString() }).execute()

/** A demonstration is never served as the real system. Throws StartError. */
export async function refuseDemonstration(db: Db) {
  if (await isDemonstration(db))
    throw new StartError(
      'This database is a demonstration; serve the real system from another DATA_DIR or DATABASE_URL.',
    )
}

/** Whether anybody has an account here. */
export const hasUsers = async (db: Db) =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
