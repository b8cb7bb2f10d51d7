import { sql } from 'kysely'
import type { Paged } from '#domain/endpoint.ts'
import type { Candidate, EntryFilter, EntryList, EntryRow } from '#domain/masters/entries.ts'
import type { Db } from '../platform/context.ts'
import * as condition from '../platform/filter_conditions.ts'
import { order, pageOf, rowMatches } from '../platform/lists.ts'

/** By list: the table of entries, and the table and columns of what proposals chose (an id) or typed (another name). */
const TABLES = {
  keywords: { entries: 'keywords', chosen: 'proposal_keywords', id: 'keyword_id', other: 'keyword_other' },
  methods: {
    entries: 'analysis_methods',
    chosen: 'proposal_methods',
    id: 'analysis_method_id',
    other: 'analysis_method_other',
  },
} as const

/** The table of a list's entries. Both tables have the same columns; the cast gives Kysely a single type. */
const tableOf = (list: EntryList) => TABLES[list].entries as 'keywords'

function sqlNames(list: EntryList) {
  const { entries, chosen, id, other } = TABLES[list]
  return { entries: sql.table(entries), chosen: sql.table(chosen), id: sql.ref(id), other: sql.ref(other) }
}

function entryRows(db: Db, list: EntryList) {
  const { chosen, id } = sqlNames(list)
  return db
    .selectFrom(`${tableOf(list)} as e`)
    .select(['e.id', 'e.name', 'e.sort', 'e.version'])
    .select([
      sql<0 | 1>`e.hidden::int`.as('hidden'),
      sql<number[]>`array(select c.proposal_id from ${chosen} as c where c.${id} = e.id order by 1)`.as(
        `selected_${list}`,
      ),
    ])
    .$castTo<EntryRow>()
}

export const findEntryPage = (db: Db, list: EntryList, filter: EntryFilter): Promise<Paged<EntryRow>> =>
  pageOf(
    entryRows(db, list)
      .where(rowMatches(filter, { name: condition.contains('e.name') }))
      .orderBy(order(filter, sql`e.sort, e.id`, { sort: 'e.sort', name: condition.foldedColumn('e.name') })),
    filter,
  )

export const findEntryRow = (db: Db, list: EntryList, id: number) =>
  entryRows(db, list).where('e.id', '=', id).executeTakeFirst()

/** Typed names that are no entries, most frequent first, each in its most frequent spelling. */
export async function findCandidates(db: Db, list: EntryList): Promise<Candidate[]> {
  const { chosen, other } = sqlNames(list)
  const { rows } = await sql<Candidate>`
    select mode() within group (order by ${other}) as name, count(distinct proposal_id) as count,
      array_agg(distinct proposal_id order by proposal_id) as proposals
    from ${chosen} where ${other} is not null
    group by lower(${other}) order by count desc, name`.execute(db)
  return rows
}

/** Serializes writes to the entries, so that a name is not added twice. */
export const lockEntries = (tx: Db, list: EntryList) =>
  sql`lock table ${sqlNames(list).entries} in share row exclusive mode`.execute(tx)

/** An entry with the name of its last editor. */
export const findSavedEntry = (tx: Db, list: EntryList, id: number) =>
  tx
    .selectFrom(`${tableOf(list)} as e`)
    .leftJoin('users as u', 'u.id', 'e.updated_by')
    .select(['e.id', 'e.name', 'e.sort', 'e.version', 'e.updated_at as saved_at', 'u.name as saved_by'])
    .select(sql<0 | 1>`e.hidden::int`.as('hidden'))
    .where('e.id', '=', id)
    .executeTakeFirst()

/** The entry of a name, ignoring case. */
export const findEntryOf = (db: Db, list: EntryList, name: string) =>
  db
    .selectFrom(tableOf(list))
    .select(['id', 'name'])
    .where(sql`lower(name)`, '=', sql<string>`lower(${name}::text)`)
    .executeTakeFirst()

/** The largest sort number; 0 in an empty list. */
export const findLastSort = async (db: Db, list: EntryList) =>
  (
    await db
      .selectFrom(tableOf(list))
      .select((eb) => eb.fn.coalesce(eb.fn.max('sort'), sql<number>`0`).as('sort'))
      .executeTakeFirstOrThrow()
  ).sort

interface EntryFields {
  name: string
  sort: number
  hidden?: boolean
  updated_by: number
  updated_at: string
}

/** Adds an entry; undefined if the name is taken, ignoring case. */
export const addEntry = (tx: Db, list: EntryList, fields: EntryFields) =>
  tx
    .insertInto(tableOf(list))
    .values(fields)
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
    .returning('id')
    .executeTakeFirst()

export const changeEntry = (tx: Db, list: EntryList, id: number, fields: EntryFields) =>
  tx
    .updateTable(tableOf(list))
    .set({ ...fields, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()

/** Until the transaction ends, no proposal can be saved with new entries. */
export const lockChosenEntries = (tx: Db, list: EntryList) =>
  sql`lock table ${sqlNames(list).chosen} in share row exclusive mode`.execute(tx)

/** Replaces the typed name by the entry in all proposals, once in each; returns the ids of the proposals. */
export async function replaceTypedName(
  tx: Db,
  list: EntryList,
  entry_id: number,
  name: string,
): Promise<number[]> {
  const { chosen, id, other } = sqlNames(list)
  const duplicates = await sql<{ proposal_id: number }>`
    delete from ${chosen} as c where lower(c.${other}) = lower(${name}) and exists (
      select from ${chosen} as o where o.proposal_id = c.proposal_id
      and (o.${id} = ${entry_id} or (lower(o.${other}) = lower(${name}) and o.id < c.id)))
    returning c.proposal_id`.execute(tx)
  const replaced = await sql<{ proposal_id: number }>`
    update ${chosen} as c set ${id} = ${entry_id}, ${other} = null where lower(c.${other}) = lower(${name})
    returning c.proposal_id`.execute(tx)
  const ids = [...duplicates.rows, ...replaced.rows].map(({ proposal_id }) => proposal_id)
  return [...new Set(ids)].sort((a, b) => a - b)
}

/** The visible entries, as choices. */
export const findChoices = (db: Db, table: 'keywords' | 'analysis_methods') =>
  db
    .selectFrom(table)
    .select(['id', 'name as label'])
    .where('hidden', '=', false)
    .orderBy('sort')
    .orderBy('id')
    .execute()
