import { sql } from 'kysely'
import type { Check } from '#domain/system/checks.ts'
import type { SizeKey } from '#domain/system/sizes.ts'
import type { Db } from '../platform/context.ts'
import { validSince } from '../platform/session.ts'

export async function countSessions(db: Db, now: Date): Promise<number> {
  const since = validSince(now)
  const { count } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('last_seen_at', '>', since.used)
    .where('created_at', '>', since.begun)
    .executeTakeFirstOrThrow()
  return count
}

/** Sizes in bytes, and numbers of attachments and of audit entries. */
export async function findSizes(db: Db) {
  const { rows } = await sql<{
    database: number
    files: number
    attachments: number
    audit: number
    entries: number
  }>`
    select pg_database_size(current_database()) as database,
      (select coalesce(sum(file_size), 0)::bigint from proposals where file_key is not null) as files,
      (select count(*) from proposals where file_key is not null) as attachments,
      pg_total_relation_size('audit_entries') as audit,
      (select count(*) from audit_entries) as entries`.execute(db)
  return rows[0]!
}

/** Records the sizes of a day, once. */
export const insertDailySizes = (db: Db, day: string, sizes: Record<SizeKey, number>) =>
  db
    .insertInto('daily_sizes')
    .values({ day, ...sizes })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The first recorded day since `since`. */
export const findSizesSince = (db: Db, since: string) =>
  db
    .selectFrom('daily_sizes')
    .selectAll()
    .where('day', '>=', since)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()

/** The version that served last. */
export const findServedVersion = (db: Db) =>
  db
    .selectFrom('served_versions')
    .select(['version', 'since'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertServedVersion = (db: Db, version: string, since: Date) =>
  db.insertInto('served_versions').values({ version, since: since.toISOString() }).execute()

export const findLastChecks = (db: Db) =>
  db
    .selectFrom('last_checks')
    .select(['checked_at as at', 'checks'])
    .$castTo<{ at: string; checks: Check[] }>()
    .executeTakeFirst()

export const saveChecks = (db: Db, at: string, checks: Check[]) => {
  const row = { checked_at: at, checks: JSON.stringify(checks) }
  return db
    .insertInto('last_checks')
    .values(row)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute()
}
