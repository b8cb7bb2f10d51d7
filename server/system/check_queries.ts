import { sql } from 'kysely'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { mailVisibleTo } from '../users/conflict_shared_queries.ts'

/** Version of the server and encoding of the database. */
export async function findDatabaseFacts(db: Db) {
  const { rows } = await sql<{ version: string; major: number; encoding: string }>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int / 10000 as major, pg_encoding_to_char(encoding) as encoding
    from pg_database where datname = current_database()`.execute(db)
  return rows[0]!
}

/** Whether the libraries that sort text changed since the database was made; PostgreSQL 15 and newer know. */
export async function isCollationOutdated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ outdated: boolean | null }>`
    select datcollversion <> pg_database_collation_actual_version(oid) as outdated
    from pg_database where datname = current_database()`.execute(db)
  return rows[0]!.outdated ?? false
}

/** The applied migrations in order; none in an empty database. */
export async function findAppliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ there: string | null }>`
    select to_regclass('kysely_migration')::text as there`.execute(db)
  if (rows[0]!.there === null) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return applied.rows.map(({ name }) => name)
}

/** The database's present time. */
export async function findClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  return new Date(rows[0]!.now)
}

/** Number of failed, waiting and once failed waiting mails: those that the viewer may see, or all. */
export const countUnsentMails = (db: Db, viewer?: Actor) =>
  db
    .selectFrom('mails as m')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', 'failed').as('failed'),
      fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waiting'),
      fn.countAll<number>().filterWhere('state', '=', 'waiting').filterWhere('tries', '>', 0).as('retried'),
    ])
    .where('state', '!=', 'sent')
    .$if(viewer !== undefined, (mails) => mails.where(mailVisibleTo(viewer!)))
    .executeTakeFirstOrThrow()
