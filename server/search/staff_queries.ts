import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { allows, office } from '#domain/access.ts'
import { NOT_CREATED } from '#domain/proposals/status.ts'
import { CONTAINS, EXACT, MAX_HITS, type Nearness, proposalNumber } from '#domain/search/rules.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { type Param, prepareQuery } from '../platform/database/prepared_query.ts'
import type { Samples } from '../platform/database/tables.gen.ts'
import {
  containing,
  containingEach,
  escapeLike,
  fold,
  foldedColumn,
  matchesEach,
  nearness,
  searchedWords,
} from '../platform/filter_conditions.ts'
import { isListedReviewer, isListedReviewerInBulk } from '../reports/shared_queries.ts'

/** How one table is searched. */
interface SearchTable {
  /** Name of the common table expression with the matching rows. */
  cte: string
  from: RawBuilder<unknown>
  /** Joined tables that contain searched text. */
  joins?: RawBuilder<unknown>
  rowFilter: RawBuilder<SqlBool>
  columns: RawBuilder<unknown>
  /** Matches a row exactly, apart from its names. */
  exact?: RawBuilder<SqlBool>
  /** The columns that decide how well a row matches. */
  names: [string, ...string[]]
  /** The columns that together must contain every word. */
  texts: [string, ...string[]]
  /** Order of rows that match equally well. */
  tieOrder: RawBuilder<unknown>
  alias: string
  /** Columns of the result, read from the row under `alias`. */
  resultColumns: RawBuilder<unknown>
}

/** SQL: the proposal is visible to others than its proposer. */
const isCreated = (proposal: string) =>
  sql<SqlBool>`${sql.ref(`${proposal}.status`)} <> ${sql.lit(NOT_CREATED)}`
const ALL = sql<SqlBool>`true`

const USERS: SearchTable = {
  cte: 'matching_users',
  from: sql`users u`,
  rowFilter: ALL,
  columns: sql`u.id, u.name, u.email, u.affiliation, u.folded_last_name, u.deleted_at, u.is_proposer, u.is_reviewer,
    u.disabled`,
  names: ['u.name', 'u.email'],
  texts: ['u.name', 'u.email', 'u.affiliation'],
  tieOrder: sql`folded_last_name, id`,
  alias: 'u',
  resultColumns: sql`u.id, u.name, u.email, u.affiliation`,
}
const COLLABORATORS: SearchTable = {
  cte: 'matching_collaborators',
  from: sql`proposal_collaborators c`,
  rowFilter: ALL,
  columns: sql`c.id, c.name, c.proposal_id, c.folded_last_name`,
  names: ['c.name', 'c.email'],
  texts: ['c.name', 'c.email', 'c.affiliation'],
  tieOrder: sql`folded_last_name, proposal_id desc, id`,
  alias: 'c',
  resultColumns: sql`c.id, c.name, c.proposal_id, (select title from proposals where id = c.proposal_id) as title`,
}
const NOTICES: SearchTable = {
  cte: 'matching_applicants',
  from: sql`applicants a`,
  rowFilter: ALL,
  columns: sql`a.id, a.term_id, a.name, a.proposal_title, a.created_at`,
  names: ['a.name', 'a.email'],
  texts: ['a.name', 'a.email', 'a.affiliation', 'a.proposal_title'],
  tieOrder: sql`created_at desc, id desc`,
  alias: 'a',
  resultColumns: sql`a.id, a.term_id, a.name, a.proposal_title`,
}
/** A proposal is found by its title and by its proposer. */
const PROPOSALS: SearchTable = {
  cte: 'matching_proposals',
  from: sql`proposals p`,
  joins: sql`join users v on v.id = p.user_id`,
  rowFilter: isCreated('p'),
  columns: sql`p.id, p.term_id, p.title, p.user_id`,
  exact: sql<SqlBool>`p.id = (select number from input)`,
  names: ['p.title'],
  texts: ['p.title', 'v.name', 'v.email'],
  tieOrder: sql`term_id desc, id`,
  alias: 'p',
  resultColumns: sql`p.id, p.term_id, p.title, (select name from users where id = p.user_id) as name`,
}
const SAMPLES: SearchTable = {
  cte: 'matching_samples',
  from: sql`samples s`,
  rowFilter: ALL,
  columns: sql`s.id, s.name, s.db_type, s.sample_type, s.weight`,
  names: ['s.name'],
  texts: ['s.name'],
  tieOrder: sql`name, id`,
  alias: 's',
  resultColumns: sql`s.id, s.name, s.db_type, s.sample_type, s.weight`,
}

/** Up to this many matching rows of a table are all ranked; beyond it, the broad search finds enough of them quickly. */
const MAX_SORTED_ROWS = 200
/** Up to this many proposers are matched by name; beyond it, proposals use the broad search. */
const MAX_OWNERS = 1_000

const TABLES = {
  proposal: PROPOSALS,
  sample: SAMPLES,
  collaborator: COLLABORATORS,
  proposer: USERS,
  reviewer: USERS,
  applicant: NOTICES,
  user: USERS,
}
type StaffKind = keyof typeof TABLES

/** Parameters of the statements. */
interface Values {
  text: string
  /** The first word that is not a key, or ''. */
  first: string
  /** Every other word that is not a key. */
  others: string[]
  number: number
  viewer: number
  kinds: StaffKind[]
  /** A word that an index finds. */
  [key: `key${number}`]: string
}

type Sql = RawBuilder<unknown>
type Columns = [string, ...string[]]
const either = (conditions: Sql[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
const every = (conditions: Sql[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
const keyNames = (keys: number) => Array.from({ length: keys }, (_, i) => `key${i}` as const)
const limitHits = sql`limit ${sql.lit(MAX_HITS)}`

/** SQL: the folded text and the patterns. As a table expression, so that `like` on a value does not force a new plan per value. */
function searchInput(param: Param<Values>, keys: number): Sql {
  const folded = [
    sql`${fold(param('text'))} as text`,
    sql`${fold(param('first'))} as first`,
    ...keyNames(keys).map((key) => sql`${fold(param(key))} as ${sql.ref(key)}`),
  ]
  const patterns = [
    sql`${escapeLike(sql.ref('text'))} || '%' as start`,
    sql`${containingEach(param('others'))} as patterns`,
    ...keyNames(keys).map((key) => sql`${containing(sql.ref(key))} as ${sql.ref(key)}`),
  ]
  return sql`input as materialized (
    select text, first, ${sql.join(patterns)}, ${param('number')}::int as number, ${param('kinds')}::text[] as kinds
    from (select ${sql.join(folded)} offset 0) as folded)`
}

/** SQL: for each key, whether one of the columns contains it; uses an index. */
const containsEachKey = (columns: Columns, keys: number) =>
  keyNames(keys).map((key) =>
    either(columns.map((column) => sql`${foldedColumn(column)} ~~ (select ${sql.ref(key)} from input)`)),
  )
/** SQL: the columns together contain the words that are no keys. Most rows are told apart by the first one alone. */
const containsWords = (columns: Columns) =>
  every([
    either(columns.map((column) => sql`strpos(${foldedColumn(column)}, (select first from input)) > 0`)),
    matchesEach(columns, sql`(select patterns from input)`),
  ])
/** SQL: how well a row matches. */
function nearnessOf({ names, exact }: SearchTable) {
  const byName = nearness(sql`(select text from input)`, ...names)
  return exact ? sql`case when ${exact} then ${sql.lit(EXACT)} else ${byName} end` : byName
}

/** SQL: the best of some rows as JSON. */
function bestRows(kind: StaffKind, rows: Sql, filter: Sql): Sql {
  const { resultColumns, alias, tieOrder } = TABLES[kind]
  return sql`(select coalesce(json_agg(best), '[]') from (
    select ${resultColumns}, near from ${rows} as ${sql.ref(alias)} where ${filter} order by near, ${tieOrder} ${limitHits}) as best)`
}

/** SQL: a row of the kind's table belongs to the kind. */
function isOfKind(
  kind: StaffKind,
  isListed: typeof isListedReviewer,
  param: Param<Values>,
): RawBuilder<SqlBool> {
  if (kind === 'proposer') return sql`u.deleted_at is null and u.is_proposer`
  if (kind === 'reviewer') return isListed({ id: param('viewer') })
  if (kind === 'user') return sql`u.deleted_at is null`
  return sql`true`
}

const hasMoreThan = (rows: string, limit: number) =>
  sql<SqlBool>`(select count(*) > ${sql.lit(limit)} from ${sql.table(rows)})`

/** SQL: the result of a kind if it is searched, else null. */
const ifSearched = (kind: StaffKind, result: Sql) =>
  sql`case when ${sql.lit(kind)} = any((select kinds from input)::text[]) then ${result} end as ${sql.ref(kind)}`

/** Finds all matches of each kind, or null if there are more than MAX_SORTED_ROWS. A statement for each number of keys. */
function buildSelectiveSearch(keys: number, param: Param<Values>): Sql {
  const ofProposal: Columns = ['q.title', 'w.name', 'w.email']
  const contains = (columns: Columns) => every([...containsEachKey(columns, keys), containsWords(columns)])
  // A proposal has all keys in its title, or one of them in its proposer's name.
  const isOwner = keys > 0 ? either(containsEachKey(['w.name', 'w.email'], keys)) : sql`false`
  const isTitled = every([isCreated('q'), ...containsEachKey(['q.title'], keys), containsWords(ofProposal)])
  const tooManyOwners = hasMoreThan('owners', MAX_OWNERS)
  const matchingRows = (table: SearchTable) => {
    const matches =
      table === PROPOSALS
        ? sql`p.id in (select number from input union all select id from titles
            union all select q.id from owners join users w on w.id = owners.id join proposals q on q.user_id = w.id
              where not ${tooManyOwners} and ${contains(ofProposal)})`
        : contains(table.texts)
    return sql`${sql.table(table.cte)} as materialized (
      select ${table.columns}, ${nearnessOf(table)} as near from ${table.from} where ${table.rowFilter} and ${matches}
      limit ${sql.lit(MAX_SORTED_ROWS + 1)})`
  }
  const values = OFFICE_KINDS.map((kind) => {
    const { cte } = TABLES[kind]
    const tooMany =
      kind === 'proposal'
        ? either([tooManyOwners, hasMoreThan(cte, MAX_SORTED_ROWS)])
        : hasMoreThan(cte, MAX_SORTED_ROWS)
    const rows = bestRows(kind, sql.table(cte), isOfKind(kind, isListedReviewer, param))
    return ifSearched(kind, sql`case when ${tooMany} then null else ${rows} end`)
  })
  return sql`with ${searchInput(param, keys)},
    titles as materialized (select q.id from proposals q join users w on w.id = q.user_id
      where ${isTitled} limit ${sql.lit(MAX_SORTED_ROWS + 1)}),
    owners as materialized (select w.id from users w where ${isOwner} limit ${sql.lit(MAX_OWNERS + 1)}),
    ${sql.join([...new Set(OFFICE_KINDS.map((kind) => TABLES[kind]))].map(matchingRows))}
    select ${sql.join(values)}`
}

/** For kinds with many matches: rows that begin with the text, then some of the rest. */
function buildBroadSearch(param: Param<Values>): Sql {
  const values = OFFICE_KINDS.map((kind) => {
    const table = TABLES[kind]
    const { from, joins = sql``, columns, names, texts, tieOrder } = table
    const filter = every([table.rowFilter, isOfKind(kind, isListedReviewerInBulk, param)])
    const starts = names.map((name) => sql<SqlBool>`${foldedColumn(name)} ~~ (select start from input)`)
    const begins = either(table.exact ? [table.exact, ...starts] : starts)
    const rows = sql`(
      with prefix_matches as materialized (select ${columns}, ${nearnessOf(table)} as near from ${from}
        where ${filter} and ${begins} order by near, ${tieOrder} ${limitHits})
      select * from prefix_matches
      union all (select ${columns}, ${sql.lit(CONTAINS)} as near from ${from} ${joins}
        where not ${hasMoreThan('prefix_matches', MAX_HITS - 1)} and ${filter} and ${containsWords(texts)} and not ${begins}
        order by ${tieOrder} ${limitHits}))`
    return ifSearched(kind, bestRows(kind, rows, sql`true`))
  })
  return sql`with ${searchInput(param, 0)} select ${sql.join(values)}`
}

type Row<T> = T & { near: Nearness }
type Person = Row<{ id: number; name: string; email: string; affiliation: string }>
/** Matches of each kind, best first. */
export interface StaffMatches {
  proposal: Row<{ id: number; term_id: number; title: string; name: string }>[]
  sample: Row<Pick<Selectable<Samples>, 'id' | 'name' | 'db_type' | 'sample_type' | 'weight'>>[]
  collaborator: Row<{ id: number; name: string; proposal_id: number; title: string }>[]
  proposer: Person[]
  reviewer: Person[]
  /** For the office only. */
  applicant?: Row<{ id: number; term_id: number; name: string; proposal_title: string }>[]
  user?: Person[]
}

/** Null for kinds that were not searched or have too many matches for the selective search. */
type PartialMatches = { [K in keyof StaffMatches]: StaffMatches[K] | null }

const STAFF_KINDS: readonly StaffKind[] = ['proposal', 'sample', 'collaborator', 'proposer', 'reviewer']
const OFFICE_KINDS: readonly StaffKind[] = [...STAFF_KINDS, 'applicant', 'user']

/** PostgreSQL combines the index entries of two words and no more. A connection keeps a statement for each number of keys. */
const MAX_KEYS = 2
const prepare = (build: (param: Param<Values>) => Sql) =>
  prepareQuery((db, param: Param<Values>) => ({
    compile: () => build(param).$castTo<PartialMatches>().compile(db),
  }))
const selectiveSearches = Array.from({ length: MAX_KEYS + 1 }, (_, keys) =>
  prepare((param) => buildSelectiveSearch(keys, param)),
)
const searchBroadly = prepare(buildBroadSearch)

/**
 * What staff find: one selective statement, and a second, broad one for kinds with many matches. Kinds that the role may
 * not see are not searched.
 */
export async function searchAsStaff(db: Db, actor: Actor, text: string): Promise<Partial<StaffMatches>> {
  const { keys, rest } = searchedWords(text, MAX_KEYS)
  const run = async (
    search: typeof searchBroadly,
    kinds: readonly StaffKind[],
    [first = '', ...others]: string[],
  ) => {
    const number = proposalNumber(text) ?? 0
    const values: Values = { text, first, others, number, viewer: actor.id, kinds: [...kinds] }
    for (const [i, key] of keys.entries()) values[`key${i}`] = key
    const [found] = await search(db, values)
    return Object.fromEntries(kinds.flatMap((kind) => (found![kind] ? [[kind, found![kind]]] : [])))
  }
  const kinds = allows(office, actor.roles) ? OFFICE_KINDS : STAFF_KINDS
  const found = await run(selectiveSearches[keys.length]!, kinds, rest)
  const others = kinds.filter((kind) => !(kind in found))
  if (others.length === 0) return found
  return { ...found, ...(await run(searchBroadly, others, [...keys, ...rest])) }
}
