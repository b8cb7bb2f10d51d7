import pg from 'pg'

/** Columns in any order: some migrations were once applied in another. */
const DESCRIPTIONS = {
  columns: `select format('%s.%s %s%s%s', attrelid::regclass, attname, format_type(atttypid, atttypmod),
      case when attnotnull then ' not null' end, case attidentity when '' then '' else ' identity ' || attidentity::text end)
      || coalesce(case attgenerated when '' then ' default ' else ' generated as ' end || pg_get_expr(adbin, adrelid), '')
    from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'v', 'm') and relnamespace = 'public'::regnamespace`,
  constraints: `select format('%s %s %s%s', conrelid::regclass, conname, pg_get_constraintdef(oid), case when not convalidated then ' not valid' end)
    from pg_constraint where connamespace = 'public'::regnamespace`,
  indexes: `select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid
    where relnamespace = 'public'::regnamespace`,
  triggers: `select pg_get_triggerdef(t.oid) || ' ' || tgenabled::text from pg_trigger t join pg_class c on c.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`,
  functions: `select pg_get_functiondef(p.oid) from pg_proc p
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`,
  aggregates: `select p.oid::regprocedure::text from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'a'
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`,
  views: `select format('%s %s', oid::regclass, pg_get_viewdef(oid)) from pg_class
    where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace`,
  sequences: `select format('%s %s %s', seqrelid::regclass, seqtypid::regtype, seqincrement)
    from pg_sequence join pg_class c on c.oid = seqrelid where relnamespace = 'public'::regnamespace`,
  types: `select format('%s %s', typname, (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
    from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')`,
  extensions: 'select extname::text from pg_extension',
}

/** Everything that migrations make, described by the database itself, in lines that can be compared. */
export async function readSchema(url: string): Promise<Record<keyof typeof DESCRIPTIONS, string[]>> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=public' })
  await client.connect()
  try {
    const found: Record<string, string[]> = {}
    for (const [kind, statement] of Object.entries(DESCRIPTIONS)) {
      const { rows } = await client.query<string[]>({ text: statement, rowMode: 'array' })
      found[kind] = rows.map(([line]) => line!).sort()
    }
    return found
  } finally {
    await client.end()
  }
}
