import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'

/** Tables that change on a refusal too: rate limits, session times, and the hash chain. */
const IGNORED_TABLES = ['throttles', 'sessions', 'audit_seals']
/** The rows that a refusal adds: that the present password was wrong is recorded. */
const IGNORED_ROWS: Record<string, string> = { audit_entries: "action = 'user.fail_password'" }

/** For each table its number of rows and its newest transaction id. */
export type TableDigest = () => Promise<string[]>

/**
 * Detects writes: each transaction and each savepoint has its own transaction id. For `counted` tables, which others keep
 * changing, only the rows are counted. Works on one connection.
 */
export async function digestTables(db: Db, counted: readonly string[] = []): Promise<TableDigest> {
  const found = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db)
  const tables = found.rows.map(({ name }) => name).filter((name) => !IGNORED_TABLES.includes(name))
  const each = tables.map(
    (name) =>
      `select '${name}' as name, '${name} ' || count(*) || ' ' || coalesce(max(${counted.includes(name) ? '0' : 'xmin::text::bigint'}), 0) as held from "${name}" where not (${IGNORED_ROWS[name] ?? 'false'})`,
  )
  // A function is planned once; another plan might read the tables in another order.
  await sql
    .raw(`create function pg_temp.held() returns text[] language plpgsql as
      $$ begin return (select array_agg(held order by name) from (${each.join(' union all ')}) as each); end $$`)
    .execute(db)
  return async () => (await sql<{ held: string[] }>`select pg_temp.held() as held`.execute(db)).rows[0]!.held
}
