import { StartError } from '../config.ts'
import type { Db } from '../context.ts'

const NAME = 'demonstration'

export const isDemonstration = async (db: Db) =>
  (await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst()) !== undefined

export const markDemonstration = (db: Db, at: Date) =>
  db.insertInto('settings').values({ name: NAME, value: at.toISOString() }).execute()

/** Throws StartError when the database is a demonstration, which must never be served as the real system. */
export async function refuseDemonstration(db: Db) {
  if (await isDemonstration(db))
    throw new StartError(
      'This database is a demonstration; serve the real system from another DATA_DIR or DATABASE_URL.',
    )
}

export const hasUsers = async (db: Db) =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
