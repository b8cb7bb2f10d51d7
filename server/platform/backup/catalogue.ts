import pg from 'pg'
import { z } from 'zod'
import { StartError } from '../config.ts'

/** A table with its columns, without generated ones. */
export interface Table {
  name: string
  columns: string[]
}

interface Sequence {
  name: string
  last_value: string
  is_called: boolean
}

/** Left out: the manifest lists the migrations. */
const MIGRATOR_TABLES = ['kysely_migration', 'kysely_migration_lock']

const quoteIdentifier = pg.escapeIdentifier
const columnList = (columns: string[]) => columns.map(quoteIdentifier).join(', ')

/** Makes values read the same on every server, and turns off timeouts. */
export const PORTABLE_SETTINGS = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local search_path = public`

/** All tables of the product, sorted by name. */
export async function findTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attname::text)
        filter (where a.attgenerated = '') as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
      group by c.relname order by c.relname`,
    [MIGRATOR_TABLES],
  )
  return rows
}

/** Prevents changes to the tables' structure until the transaction ends; rows can be read and written. */
export const lockTables = (client: pg.ClientBase, tables: Table[]) =>
  client.query(`lock table ${columnList(tables.map(({ name }) => name))} in access share mode`)

export async function hasRows(client: pg.ClientBase, { name }: Table): Promise<boolean> {
  const { rows } = await client.query(`select exists (select from ${quoteIdentifier(name)}) as some`)
  return rows[0].some
}

/** Tables whose rows are left out: visits to sign-in providers, which are over before anyone restores them. */
const EMPTY_TABLES = ['pending_provider_visits', 'notice_identities']

/** Copies rows in an order that is the same on every server, so that equal tables give equal bytes. */
export const copyOut = ({ name, columns }: Table) =>
  `copy (select * from (select ${columnList(columns)} from ${quoteIdentifier(name)}) row${EMPTY_TABLES.includes(name) ? ' where false' : ''}
    order by sha256(convert_to(row::text, 'UTF8'))) to stdout`

export const copyIn = ({ name, columns }: Table) =>
  `copy ${quoteIdentifier(name)} (${columnList(columns)}) from stdin`

export async function findSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ relname: string }>(
    `select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`,
  )
  const sequences: Sequence[] = []
  for (const { relname } of rows) {
    const found = await client.query(`select last_value::text, is_called from ${quoteIdentifier(relname)}`)
    sequences.push({ name: relname, ...found.rows[0] })
  }
  return sequences
}

export async function setSequence(client: pg.ClientBase, { name, last_value, is_called }: Sequence) {
  await client.query('select setval($1::regclass, $2, $3)', [quoteIdentifier(name), last_value, is_called])
}

/** All file keys in rows, from the columns whose names end in `file_key`. */
export async function findFileKeys(client: pg.ClientBase, tables: Table[]): Promise<string[]> {
  const keys = new Set<string>()
  for (const { name, columns } of tables)
    for (const column of columns.filter((one) => one.endsWith('file_key'))) {
      const { rows } = await client.query<{ key: string }>(
        `select ${quoteIdentifier(column)} as key from ${quoteIdentifier(name)} where ${quoteIdentifier(column)} is not null`,
      )
      for (const { key } of rows) keys.add(key)
    }
  return [...keys].sort()
}

/** Sorts each table after those that its foreign keys refer to. */
export async function sortByForeignKeys(client: pg.ClientBase, tables: Table[]): Promise<Table[]> {
  const { rows } = await client.query<{ table: string; needs: string }>(
    `select c.relname as table, f.relname as needs from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      where k.contype = 'f' and k.conrelid <> k.confrelid`,
  )
  const ordered: Table[] = []
  let left = tables
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name))
    const free = left.filter(({ name }) => !rows.some((r) => r.table === name && waiting.has(r.needs)))
    if (free.length === 0) throw new StartError(`The tables ${[...waiting].join(', ')} need each other.`)
    ordered.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}

const ENABLE_COMMANDS: Record<string, string> = { O: 'enable', R: 'enable replica', A: 'enable always' }

/** Runs `work` with our triggers disabled: restored rows passed them when they were written. */
export async function withoutTriggers(client: pg.ClientBase, work: () => Promise<void>) {
  const { rows } = await client.query<{ table: string; name: string; enabled: string }>(
    `select c.relname as table, t.tgname as name, t.tgenabled as enabled from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and t.tgenabled <> 'D' and c.relnamespace = 'public'::regnamespace`,
  )
  const each = async (how: (enabled: string) => string) => {
    for (const { table, name, enabled } of rows)
      await client.query(
        `alter table ${quoteIdentifier(table)} ${how(enabled)} trigger ${quoteIdentifier(name)}`,
      )
  }
  await each(() => 'disable')
  await work()
  await each((enabled) => ENABLE_COMMANDS[enabled]!)
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/u)
const count = z.int().min(0)

/** The archive's last entry; its SHA-256 is the archive's comment. */
export const Manifest = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** Version of the program that made the backup; since 0.4.0. */
  program: z.string().optional(),
  /** Version of the PostgreSQL server. */
  postgres: z.string(),
  /** Applied migrations in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count, sha256 })),
  /** `last_value` is a bigint as text. */
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  files: z.array(z.object({ key: z.string().regex(/^\w+$/u), size: count, sha256 })),
  /** File keys in rows for which there was no file. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST = 'manifest.json'
export const tableEntry = (name: string) => `tables/${name}.copy`
export const fileEntry = (key: string) => `files/${key}`
