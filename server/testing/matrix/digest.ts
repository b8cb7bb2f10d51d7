import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'

/** Tables that change beside a refusal: counters of limits, when a session was last seen, and the seals of each minute. */
const BESIDE = ['throttles', 'sessions', 'audit_seals']

/** What stands in each table: how many rows, and by which write the newest was made. */
export type TableDigest = () => Promise<string[]>

/**
 * A way to tell whether anything was written: each transaction, and each savepoint in one, writes under a number of its
 * own. Of tables that somebody else keeps changing (`counted`) the rows are counted alone. One connection asks.
 */
export async function digestTables(db: Db, counted: readonly string[] = []): Promise<TableDigest> {
  const found = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db)
  const tables = found.rows.map(({ name }) => name).filter((name) => !BESIDE.includes(name))
  const each = tables.map(
    (name) =>
      `select '${name}' as name, '${name} ' || count(*) || ' ' || coalesce(max(${counted.includes(name) ? '0' : 'xmin::text::bigint'}), 0) as held from "${name}"`,
  )
  // In a function, so that it is planned once; a new plan may read the tables in another order.
  await sql
    .raw(`create function pg_temp.held() returns text[] language plpgsql as
      $$ begin return (select array_agg(held order by name) from (${each.join(' union all ')}) as each); end $$`)
    .execute(db)
  return async () => (await sql<{ held: string[] }>`select pg_temp.held() as held`.execute(db)).rows[0]!.held
}
