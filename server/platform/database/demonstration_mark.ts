import { sql } from 'kysely'
import { StartError } from '../config.ts'
import type { Db } from '../context.ts'

const NAME = 'demonstration'

export const isDemonstration = async (db: Db) =>
  (await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst()) !== undefined

export const markDemonstration = (db: Db, at: Date) =>
  db.insertInto('settings').values({ name: NAME, value: at.toISOString() }).execute()

/**
 * What a database holds, migrated or not: nothing that anybody wrote, the demonstration, or a real system (or something of
 * another program).
 */
export async function contentOf(db: Db): Promise<'nothing' | 'demonstration' | 'a real system'> {
  const { rows } = await sql<{ tables: number; settings: boolean; audit: boolean }>`
    select count(*)::int as tables, to_regclass('settings') is not null as settings,
      to_regclass('audit_entries') is not null as audit
    from pg_tables where schemaname = current_schema()`.execute(db)
  const { tables, settings, audit } = rows[0]!
  if (tables === 0) return 'nothing'
  if (settings && (await isDemonstration(db))) return 'demonstration'
  // Whatever a person does in the system is audited.
  const isUnused = audit && (await isWithoutEntries(db))
  return isUnused ? 'nothing' : 'a real system'
}

const isWithoutEntries = async (db: Db) =>
  (await db.selectFrom('audit_entries').select('id').limit(1).executeTakeFirst()) === undefined

/** Throws StartError when the database is a demonstration, which must never be served as the real system. */
export async function refuseDemonstration(db: Db) {
  if (await isDemonstration(db))
    throw new StartError(
      'This database is a demonstration; serve the real system from another DATA_DIR or DATABASE_URL.',
    )
}

/** As `refuseDemonstration`, on a database that may not be migrated. */
export async function refuseServedDemonstration(db: Db) {
  if ((await contentOf(db)) === 'demonstration') await refuseDemonstration(db)
}
