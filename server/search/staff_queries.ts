import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { allows, office } from '#domain/access.ts'
import { NOT_CREATED } from '#domain/proposals/status.ts'
import { CONTAINS, EXACT, MAX_HITS, type Nearness, proposalNumber } from '#domain/search/rules.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { type Param, prepareQuery } from '../platform/database/prepared_query.ts'
import type { Samples } from '../platform/database/tables.gen.ts'
import {
  escapeLike,
  fold,
  foldedColumn,
  isIndexed,
  nearness,
  splitWords,
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

/** Parameters of a statement; words that an index can find come first. */
interface Values {
  text: string
  number: number
  viewer: number
  [word: `word${number}`]: string
}

type Sql = RawBuilder<unknown>
type Columns = [string, ...string[]]
const either = (conditions: Sql[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
const every = (conditions: Sql[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
const limitHits = sql`limit ${sql.lit(MAX_HITS)}`

/** SQL: the folded text, words and patterns. As a table expression, so that `like` on a value does not force a new plan per value. */
function searchInput(words: number[], param: Param<Values>): Sql {
  const texts = words.map((word) => sql`${fold(param(`word${word}`))} as ${sql.ref(`word${word}`)}`)
  const patterns = words.map(
    (word) =>
      sql`'%' || ${escapeLike(sql.ref(`word${word}`))} || '%' as ${sql.ref(`pattern${word}`)}, ${sql.ref(`word${word}`)}`,
  )
  return sql`input as materialized (select text, ${escapeLike(sql.ref('text'))} || '%' as start, number, ${sql.join(patterns)}
    from (select ${fold(param('text'))} as text, ${param('number')}::int as number, ${sql.join(texts)} offset 0) as folded)`
}

/** SQL: one of the columns contains the word; can use an index. */
const containsIndexed = (word: number, columns: Columns) =>
  either(
    columns.map((column) => sql`${foldedColumn(column)} ~~ (select ${sql.ref(`pattern${word}`)} from input)`),
  )
/** SQL: the same without an index. */
const containsScanned = (word: number, columns: Columns) =>
  either(
    columns.map(
      (column) => sql`strpos(${foldedColumn(column)}, (select ${sql.ref(`word${word}`)} from input)) > 0`,
    ),
  )
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

/** Finds all matches of each kind, or null if there are more than MAX_SORTED_ROWS. One statement per number of words. */
function buildSelectiveSearch(
  kinds: readonly StaffKind[],
  indexed: number,
  short: number,
  param: Param<Values>,
): Sql {
  const words = Array.from({ length: indexed + short }, (_, word) => word)
  const indexedWords = words.slice(0, indexed)
  const contains = (columns: Columns, of = words) =>
    every(
      of.map((word) => (word < indexed ? containsIndexed(word, columns) : containsScanned(word, columns))),
    )
  const isOwner = either(
    (indexed > 0 ? indexedWords : words).map((word) => contains(['w.name', 'w.email'], [word])),
  )
  const tooManyOwners = hasMoreThan('owners', MAX_OWNERS)
  // If the proposer's name has none of the indexed words, the title has them all; short words may be in either.
  const titled =
    indexed > 0 && short > 0
      ? sql`union all select q.id from proposals q join users w on w.id = q.user_id where ${contains(['q.title'], indexedWords)}
          and ${contains(['q.title', 'w.name', 'w.email'], words.slice(indexed))}`
      : sql``
  const matchingRows = (table: SearchTable) => {
    const matches =
      table === PROPOSALS
        ? sql`p.id in (select number from input union all select id from titles
            union all select q.id from owners join users w on w.id = owners.id join proposals q on q.user_id = w.id
              where not ${tooManyOwners} and ${contains(['q.title', 'w.name', 'w.email'])} ${titled})`
        : contains(table.texts)
    return sql`${sql.table(table.cte)} as materialized (
      select ${table.columns}, ${nearnessOf(table)} as near from ${table.from} where ${table.rowFilter} and ${matches}
      limit ${sql.lit(MAX_SORTED_ROWS + 1)})`
  }
  const values = kinds.map((kind) => {
    const { cte } = TABLES[kind]
    const tooMany =
      kind === 'proposal'
        ? either([tooManyOwners, hasMoreThan(cte, MAX_SORTED_ROWS)])
        : hasMoreThan(cte, MAX_SORTED_ROWS)
    const rows = bestRows(kind, sql.table(cte), isOfKind(kind, isListedReviewer, param))
    return sql`case when ${tooMany} then null else ${rows} end as ${sql.ref(kind)}`
  })
  return sql`with ${searchInput(words, param)},
    titles as materialized (select q.id from proposals q where ${isCreated('q')} and ${contains(['q.title'])} limit ${sql.lit(MAX_SORTED_ROWS + 1)}),
    owners as materialized (select w.id from users w where ${isOwner} limit ${sql.lit(MAX_OWNERS + 1)}),
    ${sql.join([...new Set(kinds.map((kind) => TABLES[kind]))].map(matchingRows))}
    select ${sql.join(values)}`
}

/** For kinds with many matches: rows that begin with the text, then some of the rest. */
function buildBroadSearch(
  kinds: readonly StaffKind[],
  indexed: number,
  short: number,
  param: Param<Values>,
): Sql {
  const words = Array.from({ length: indexed + short }, (_, word) => word)
  const values = kinds.map((kind) => {
    const table = TABLES[kind]
    const { from, joins = sql``, columns, names, texts, tieOrder } = table
    const filter = every([table.rowFilter, isOfKind(kind, isListedReviewerInBulk, param)])
    const starts = names.map((name) => sql<SqlBool>`${foldedColumn(name)} ~~ (select start from input)`)
    const begins = either(table.exact ? [table.exact, ...starts] : starts)
    const contains = every(words.map((word) => containsScanned(word, texts)))
    const rows = sql`(
      with prefix_matches as materialized (select ${columns}, ${nearnessOf(table)} as near from ${from}
        where ${filter} and ${begins} order by near, ${tieOrder} ${limitHits})
      select * from prefix_matches
      union all (select ${columns}, ${sql.lit(CONTAINS)} as near from ${from} ${joins}
        where not ${hasMoreThan('prefix_matches', MAX_HITS - 1)} and ${filter} and ${contains} and not ${begins} order by ${tieOrder} ${limitHits}))`
    return sql`${bestRows(kind, rows, sql`true`)} as ${sql.ref(kind)}`
  })
  return sql`with ${searchInput(words, param)} select ${sql.join(values)}`
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

/** Null for kinds with too many matches for the selective search. */
type PartialMatches = { [K in keyof StaffMatches]: StaffMatches[K] | null }

const STAFF_KINDS: readonly StaffKind[] = ['proposal', 'sample', 'collaborator', 'proposer', 'reviewer']
const OFFICE_KINDS: readonly StaffKind[] = [...STAFF_KINDS, 'applicant', 'user']

type SearchStatement = (db: Db, values: Values) => Promise<PartialMatches[]>
type StatementBuilder = typeof buildSelectiveSearch
const statements = new Map<string, SearchStatement>()

/** Prepared statements, cached by kinds and numbers of words. */
function statementFor(
  build: StatementBuilder,
  kinds: readonly StaffKind[],
  indexed: number,
  short: number,
): SearchStatement {
  const name = `${build.name} ${kinds} ${indexed} ${short}`
  const known = statements.get(name)
  if (known) return known
  const statement: SearchStatement = prepareQuery((db, param: Param<Values>) => ({
    compile: () => build(kinds, indexed, short, param).$castTo<PartialMatches>().compile(db),
  }))
  statements.set(name, statement)
  return statement
}

/**
 * What staff find: one selective statement, and a second, broad one for kinds with many matches. Kinds that the role may
 * not see are not searched.
 */
export async function searchAsStaff(db: Db, actor: Actor, text: string): Promise<StaffMatches> {
  const words = splitWords(text)
  const indexed = words.filter(isIndexed)
  const short = words.filter((word) => !isIndexed(word))
  const values: Values = { text, number: proposalNumber(text) ?? 0, viewer: actor.id }
  for (const [i, word] of [...indexed, ...short].entries()) values[`word${i}`] = word
  const run = async (build: StatementBuilder, kinds: readonly StaffKind[]) =>
    (await statementFor(build, kinds, indexed.length, short.length)(db, values))[0]!
  const found = await run(buildSelectiveSearch, allows(office, actor.roles) ? OFFICE_KINDS : STAFF_KINDS)
  const rest = (Object.keys(found) as StaffKind[]).filter((kind) => found[kind] === null)
  return { ...found, ...(rest.length > 0 && (await run(buildBroadSearch, rest))) } as StaffMatches
}
