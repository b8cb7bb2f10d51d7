import pg from 'pg'

/**
 * Every row of every table and the value of every sequence as text, without the migrator's timestamps, and without the
 * record of backups, which a restore forgets.
 */
export async function readAllTables(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: relations } = await client.query<{ name: string; kind: string }>(
      `select relname as name, relkind as kind from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') and relname not like 'backups%'
        order by relname`,
    )
    const found: Record<string, string[]> = {}
    for (const { name, kind } of relations) {
      const row = kind === 'S' ? `jsonb_build_array(last_value, is_called)` : `to_jsonb(t) - 'timestamp'`
      const { rows } = await client.query<{ row: string }>(`select (${row})::text as row from "${name}" t`)
      found[name] = rows.map((one) => one.row).sort()
    }
    return found
  } finally {
    await client.end()
  }
}
