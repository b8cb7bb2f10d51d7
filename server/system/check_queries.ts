import { sql } from 'kysely'
import { reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'
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

/** How many proposals have averages of their reports stored, and some of those whose averages are not what the reports say. */
export async function findWrongAverages(db: Db): Promise<{ proposals: number; wrong: number[] }> {
  const handedIn = anyOf(reportStatus.where((state) => state.handedIn))
  const { rows } = await sql<{ proposals: number; wrong: number[] }>`
    with totals as (
      select proposal_id, science_score, technical_score, science_score + technical_score as total
      from reports where status = ${handedIn}),
    said as (
      select proposal_id, count(*) as submitted,
        sum(science_score)::float8 / nullif(count(science_score), 0) as science_score,
        sum(technical_score)::float8 / nullif(count(technical_score), 0) as technical_score,
        sum(total)::float8 / nullif(count(total), 0) as total,
        case when count(total) > 1 then stddev_pop(total)::float8 end as spread,
        coalesce(array_agg(total::smallint order by total) filter (where total is not null), '{}') as totals
      from totals group by proposal_id),
    wrong as (
      select coalesce(kept.proposal_id, said.proposal_id) as id
      from review_figures kept full join said on said.proposal_id = kept.proposal_id
      where (kept.submitted, kept.science_score, kept.technical_score, kept.total, kept.spread, kept.totals) is distinct from
        (coalesce(said.submitted, 0), said.science_score, said.technical_score, said.total, said.spread, coalesce(said.totals, '{}'))
      order by id limit 10)
    select (select count(*) from review_figures) as proposals, array(select id from wrong order by id) as wrong`.execute(
    db,
  )
  return rows[0]!
}
