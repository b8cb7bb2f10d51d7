import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'

/** Which column of which object a text is: 'Word017' → 'proposer.suffix'. */
export type Sources = Map<string, string>

interface Distinguished {
  /** The object in the tables: 'proposer'. */
  name: string
  table: string
  id: number
  /** Further values; '' is a time of its own, for one that is not set yet. */
  values: Record<string, unknown>
}

interface ColumnFacts {
  column_name: string
  data_type: string
  is_generated: string
}

/** Columns whose values are codes, or address something. */
const CODES = new Set([
  'kind',
  'state',
  'file_key',
  'password_hash',
  'recipients',
  'body',
  'sender',
  'decline_reason',
])

const FIRST = 100
let count = FIRST

/** Begins again, for a scene of its own: its values are then alike, and sort alike, whatever was made before it. */
export function beginAgain() {
  count = FIRST
}

/** A day of 2025 or before, at noon of which it is the same day in all zones that people live in. */
const aTime = () => new Date(Date.UTC(2025, 0, -count++, 12, 34)).toISOString()

function aText(column: string) {
  const word = `Word${count++}`
  if (column.includes('email') || column.endsWith('address')) return `${word.toLowerCase()}@x.example`
  if (column === 'bcc') return `${word.toLowerCase()}@x.example`
  if (column === 'url') return `https://x.example/${word}`
  if (column === 'original_file_name') return `${word}.pdf`
  return word
}

/** Gives each text and time of a row a value that no other has, and writes down where each is from. */
export async function distinguish(db: Db, sources: Sources, { name, table, id, values }: Distinguished) {
  const columns = await sql<ColumnFacts>`
    select column_name, data_type, is_generated from information_schema.columns
    where table_schema = current_schema and table_name = ${table}`.execute(db)
  const read = async () =>
    (await sql<Record<string, unknown>>`select * from ${sql.table(table)} where id = ${id}`.execute(db))
      .rows[0]!
  const before = await read()
  const changes: Record<string, unknown> = {}
  for (const { column_name: column, data_type, is_generated } of columns.rows) {
    const old = values[column] ?? before[column]
    if (is_generated !== 'NEVER' || CODES.has(column)) continue
    // Only a declined report has a note and a suggestion.
    if (column.startsWith('decline_') && !old) continue
    if (data_type === 'timestamp with time zone' && old !== null && table !== 'terms')
      changes[column] = aTime()
    else if (data_type === 'text' && old !== null) changes[column] = aText(column)
    else if (column in values) changes[column] = old
  }
  const sets = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  if (sets.length > 0)
    await sql`update ${sql.table(table)} set ${sql.join(sets)} where id = ${id}`.execute(db)
  for (const [column, value] of Object.entries(await read())) {
    if (value === null || /_id$|_by$|^folded_|version|^expires/u.test(column) || CODES.has(column)) continue
    if (table === 'terms' && column === 'updated_at') continue
    for (const text of formsOf(column, value)) remember(sources, text, `${name}.${column}`)
  }
}

/** How a value is written on screens and in files. */
function formsOf(column: string, value: unknown): string[] {
  if (column === 'size') return [(Number(value) / 1000).toFixed(3)]
  if (value instanceof Date) return [value.toISOString().slice(0, 10)]
  if (typeof value === 'string') {
    const time = /^(\d{4}-\d\d-\d\d)(?:[T ]|$)/u.exec(value)
    if (time) return [time[1]!]
    return value.length > 3 ? [value] : []
  }
  // A small whole number is too often something else.
  if (typeof value === 'number' && (value > 10 || !Number.isInteger(value))) return [String(value)]
  return []
}

function remember(sources: Sources, text: string, source: string) {
  const other = sources.get(text)
  if (other !== undefined && other !== source) throw new Error(`${source} and ${other} are both ${text}.`)
  sources.set(text, source)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')

/**
 * Matches each value where it stands as a whole; a longer one before those that are part of it. The month or the day of
 * another date is none.
 */
function anyOf(sources: Sources) {
  const texts = [...sources.keys()].sort((a, b) => b.length - a.length)
  return new RegExp(
    `(?<![\\w.:]|\\d{4}-(?:\\d\\d-)?)(?:${texts.map(escaped).join('|')})(?!(?!T\\d\\d:)\\w|[.:]\\d)`,
    'gu',
  )
}

/** Finds the values in a text, in their order and each once, as the names of their columns. */
export function tracer(sources: Sources) {
  const any = anyOf(sources)
  return (text: string) => [...new Set([...text.matchAll(any)].map(([found]) => sources.get(found)!))]
}

/** Replaces the values in a text by the names of their columns: 'Name {proposer.name}'. */
export function unfiller(sources: Sources) {
  const any = anyOf(sources)
  return (text: string) => text.replace(any, (found) => `{${sources.get(found)}}`)
}
