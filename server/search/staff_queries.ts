import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { allows, office } from '#domain/access.ts'
import { NOT_CREATED } from '#domain/proposals/status.ts'
import { EXACT, HOLDS, MAX_HITS, type Nearness, proposalNumber } from '#domain/search/rules.ts'
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

/** A table that staff search. */
interface Table {
  /** What those of its rows are called that are found. */
  found: string
  from: RawBuilder<unknown>
  /** What else holds a text of theirs. */
  beside?: RawBuilder<unknown>
  /** Which of its rows are looked through. */
  which: RawBuilder<SqlBool>
  /** What is read of each row. */
  columns: RawBuilder<unknown>
  /** What is meant exactly beside a name. */
  exact?: RawBuilder<SqlBool>
  /** What the nearest begin with, and what all hold. */
  names: [string, ...string[]]
  texts: [string, ...string[]]
  /** The order of rows that are equally near. */
  own: RawBuilder<unknown>
  /** What is told of a row that was found, and what the row is called. */
  alias: string
  told: RawBuilder<unknown>
}
/** SQL: the proposal is there for others than its proposer. */
const isCreated = (proposal: string) =>
  sql<SqlBool>`${sql.ref(`${proposal}.status`)} <> ${sql.lit(NOT_CREATED)}`
const ALL = sql<SqlBool>`true`

const USERS: Table = {
  found: 'found_users',
  from: sql`users u`,
  which: ALL,
  columns: sql`u.id, u.name, u.email, u.affiliation, u.folded_last_name, u.deleted_at, u.is_proposer, u.is_reviewer,
    u.disabled`,
  names: ['u.name', 'u.email'],
  texts: ['u.name', 'u.email', 'u.affiliation'],
  own: sql`folded_last_name, id`,
  alias: 'u',
  told: sql`u.id, u.name, u.email, u.affiliation`,
}
const COLLABORATORS: Table = {
  found: 'found_collaborators',
  from: sql`proposal_collaborators c`,
  which: ALL,
  columns: sql`c.id, c.name, c.proposal_id, c.folded_last_name`,
  names: ['c.name', 'c.email'],
  texts: ['c.name', 'c.email', 'c.affiliation'],
  own: sql`folded_last_name, proposal_id desc, id`,
  alias: 'c',
  told: sql`c.id, c.name, c.proposal_id, (select title from proposals where id = c.proposal_id) as title`,
}
const NOTICES: Table = {
  found: 'found_applicants',
  from: sql`applicants a`,
  which: ALL,
  columns: sql`a.id, a.term_id, a.name, a.proposal_title, a.created_at`,
  names: ['a.name', 'a.email'],
  texts: ['a.name', 'a.email', 'a.affiliation', 'a.proposal_title'],
  own: sql`created_at desc, id desc`,
  alias: 'a',
  told: sql`a.id, a.term_id, a.name, a.proposal_title`,
}
/** With who proposes: a proposal is found by its title and by them. */
const PROPOSALS: Table = {
  found: 'found_proposals',
  from: sql`proposals p`,
  beside: sql`join users v on v.id = p.user_id`,
  which: isCreated('p'),
  columns: sql`p.id, p.term_id, p.title, p.user_id`,
  exact: sql<SqlBool>`p.id = (select number from asked)`,
  names: ['p.title'],
  texts: ['p.title', 'v.name', 'v.email'],
  own: sql`term_id desc, id`,
  alias: 'p',
  told: sql`p.id, p.term_id, p.title, (select name from users where id = p.user_id) as name`,
}
const SAMPLES: Table = {
  found: 'found_samples',
  from: sql`samples s`,
  which: ALL,
  columns: sql`s.id, s.name, s.db_type, s.sample_type, s.weight`,
  names: ['s.name'],
  texts: ['s.name'],
  own: sql`name, id`,
  alias: 's',
  told: sql`s.id, s.name, s.db_type, s.sample_type, s.weight`,
}

/** Where a text stands in so many rows of a table, all of them are sorted; where it stands in more, some are met soon. */
const MAX_SORTED_ROWS = 200
/** So many proposers are looked up; where more have a word in their name, proposals are met. */
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
/** What only staff find. */
type StaffKind = keyof typeof TABLES

/** What a statement is given: the text, the number that it may be, who looks, and the words, those that an index finds first. */
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
const most = sql`limit ${sql.lit(MAX_HITS)}`

/** SQL: what is asked, as it is looked for: a statement that says `like` to a value is planned anew for each. */
function asked(words: number[], param: Param<Values>): Sql {
  const texts = words.map((word) => sql`${fold(param(`word${word}`))} as ${sql.ref(`word${word}`)}`)
  const patterns = words.map(
    (word) =>
      sql`'%' || ${escapeLike(sql.ref(`word${word}`))} || '%' as ${sql.ref(`pattern${word}`)}, ${sql.ref(`word${word}`)}`,
  )
  return sql`asked as materialized (select text, ${escapeLike(sql.ref('text'))} || '%' as start, number, ${sql.join(patterns)}
    from (select ${fold(param('text'))} as text, ${param('number')}::int as number, ${sql.join(texts)} offset 0) as said)`
}

/** SQL: the columns have the word, as an index finds it. */
const hasWord = (word: number, columns: Columns) =>
  either(
    columns.map((column) => sql`${foldedColumn(column)} ~~ (select ${sql.ref(`pattern${word}`)} from asked)`),
  )
/** SQL: the same as it is met without an index. */
const meetsWord = (word: number, columns: Columns) =>
  either(
    columns.map(
      (column) => sql`strpos(${foldedColumn(column)}, (select ${sql.ref(`word${word}`)} from asked)) > 0`,
    ),
  )
/** SQL: how near a row is. */
function near({ names, exact }: Table) {
  const byName = nearness(sql`(select text from asked)`, ...names)
  return exact ? sql`case when ${exact} then ${sql.lit(EXACT)} else ${byName} end` : byName
}

/** SQL: what is told of the nearest of some rows. */
function rowsOf(kind: StaffKind, rows: Sql, which: Sql): Sql {
  const { told, alias, own } = TABLES[kind]
  return sql`(select coalesce(json_agg(told), '[]') from (
    select ${told}, near from ${rows} as ${sql.ref(alias)} where ${which} order by near, ${own} ${most}) as told)`
}

/** SQL: a row of its table is of the kind. */
function isOf(kind: StaffKind, isListed: typeof isListedReviewer, param: Param<Values>): RawBuilder<SqlBool> {
  if (kind === 'proposer') return sql`u.deleted_at is null and u.is_proposer`
  if (kind === 'reviewer') return isListed({ id: param('viewer') })
  if (kind === 'user') return sql`u.deleted_at is null`
  return sql`true`
}

const isMore = (rows: string, than: number) =>
  sql<SqlBool>`(select count(*) > ${sql.lit(than)} from ${sql.table(rows)})`

/** The statement that finds all there is of each kind, or null where that is more than FEW, for texts of so many words. */
function buildSelectiveSearch(
  kinds: readonly StaffKind[],
  indexed: number,
  short: number,
  param: Param<Values>,
): Sql {
  const words = Array.from({ length: indexed + short }, (_, word) => word)
  const long = words.slice(0, indexed)
  const holds = (columns: Columns, of = words) =>
    every(of.map((word) => (word < indexed ? hasWord(word, columns) : meetsWord(word, columns))))
  const isOwner = either((indexed > 0 ? long : words).map((word) => holds(['w.name', 'w.email'], [word])))
  const isMany = isMore('owners', MAX_OWNERS)
  // A proposal whose proposer has none of the long words has them all in its title, and the short ones anywhere.
  const titled =
    indexed > 0 && short > 0
      ? sql`union all select q.id from proposals q join users w on w.id = q.user_id where ${holds(['q.title'], long)}
          and ${holds(['q.title', 'w.name', 'w.email'], words.slice(indexed))}`
      : sql``
  const found = (table: Table) => {
    const which =
      table === PROPOSALS
        ? sql`p.id in (select number from asked union all select id from titles
            union all select q.id from owners join users w on w.id = owners.id join proposals q on q.user_id = w.id
              where not ${isMany} and ${holds(['q.title', 'w.name', 'w.email'])} ${titled})`
        : holds(table.texts)
    return sql`${sql.table(table.found)} as materialized (
      select ${table.columns}, ${near(table)} as near from ${table.from} where ${table.which} and ${which}
      limit ${sql.lit(MAX_SORTED_ROWS + 1)})`
  }
  const values = kinds.map((kind) => {
    const { found } = TABLES[kind]
    const tooMany =
      kind === 'proposal' ? either([isMany, isMore(found, MAX_SORTED_ROWS)]) : isMore(found, MAX_SORTED_ROWS)
    const rows = rowsOf(kind, sql.table(found), isOf(kind, isListedReviewer, param))
    return sql`case when ${tooMany} then null else ${rows} end as ${sql.ref(kind)}`
  })
  return sql`with ${asked(words, param)},
    titles as materialized (select q.id from proposals q where ${isCreated('q')} and ${holds(['q.title'])} limit ${sql.lit(MAX_SORTED_ROWS + 1)}),
    owners as materialized (select w.id from users w where ${isOwner} limit ${sql.lit(MAX_OWNERS + 1)}),
    ${sql.join([...new Set(kinds.map((kind) => TABLES[kind]))].map(found))}
    select ${sql.join(values)}`
}

/** The statement that meets the nearest of kinds of which there are many: what begins with the text, and some of the rest. */
function buildBroadSearch(
  kinds: readonly StaffKind[],
  indexed: number,
  short: number,
  param: Param<Values>,
): Sql {
  const words = Array.from({ length: indexed + short }, (_, word) => word)
  const values = kinds.map((kind) => {
    const table = TABLES[kind]
    const { from, beside = sql``, columns, names, texts, own } = table
    const which = every([table.which, isOf(kind, isListedReviewerInBulk, param)])
    const starts = names.map((name) => sql<SqlBool>`${foldedColumn(name)} ~~ (select start from asked)`)
    const begins = either(table.exact ? [table.exact, ...starts] : starts)
    const holds = every(words.map((word) => meetsWord(word, texts)))
    const rows = sql`(
      with begun as materialized (select ${columns}, ${near(table)} as near from ${from}
        where ${which} and ${begins} order by near, ${own} ${most})
      select * from begun
      union all (select ${columns}, ${sql.lit(HOLDS)} as near from ${from} ${beside}
        where not ${isMore('begun', MAX_HITS - 1)} and ${which} and ${holds} and not ${begins} order by ${own} ${most}))`
    return sql`${rowsOf(kind, rows, sql`true`)} as ${sql.ref(kind)}`
  })
  return sql`with ${asked(words, param)} select ${sql.join(values)}`
}

type Row<T> = T & { near: Nearness }
type Person = Row<{ id: number; name: string; email: string; affiliation: string }>
/** What was found of each kind, the nearest first. */
export interface StaffMatches {
  proposal: Row<{ id: number; term_id: number; title: string; name: string }>[]
  sample: Row<Pick<Selectable<Samples>, 'id' | 'name' | 'db_type' | 'sample_type' | 'weight'>>[]
  collaborator: Row<{ id: number; name: string; proposal_id: number; title: string }>[]
  proposer: Person[]
  reviewer: Person[]
  /** The office's alone. */
  applicant?: Row<{ id: number; term_id: number; name: string; proposal_title: string }>[]
  user?: Person[]
}

/** Kinds of which too many were found to be sorted are null at first. */
type PartialMatches = { [K in keyof StaffMatches]: StaffMatches[K] | null }

const OF_STAFF: readonly StaffKind[] = ['proposal', 'sample', 'collaborator', 'proposer', 'reviewer']
const OF_OFFICE: readonly StaffKind[] = [...OF_STAFF, 'applicant', 'user']

type SearchStatement = (db: Db, values: Values) => Promise<PartialMatches[]>
type StatementBuilder = typeof buildSelectiveSearch
const statements = new Map<string, SearchStatement>()

/** The statement for kinds and texts of so many words, put together when the first of them is asked. */
function statementFor(
  part: StatementBuilder,
  kinds: readonly StaffKind[],
  indexed: number,
  short: number,
): SearchStatement {
  const name = `${part.name} ${kinds} ${indexed} ${short}`
  const known = statements.get(name)
  if (known) return known
  const ask: SearchStatement = prepareQuery((db, param: Param<Values>) => ({
    compile: () => part(kinds, indexed, short, param).$castTo<PartialMatches>().compile(db),
  }))
  statements.set(name, ask)
  return ask
}

/**
 * What staff find by a text, in one statement, and where much is found in a second; the plan of each is right for all texts
 * of so many words. What a role may not see is not looked for.
 */
export async function searchAsStaff(db: Db, actor: Actor, text: string): Promise<StaffMatches> {
  const words = splitWords(text)
  const indexed = words.filter(isIndexed)
  const short = words.filter((word) => !isIndexed(word))
  const values: Values = { text, number: proposalNumber(text) ?? 0, viewer: actor.id }
  for (const [i, word] of [...indexed, ...short].entries()) values[`word${i}`] = word
  const ask = async (part: StatementBuilder, kinds: readonly StaffKind[]) =>
    (await statementFor(part, kinds, indexed.length, short.length)(db, values))[0]!
  const found = await ask(buildSelectiveSearch, allows(office, actor.roles) ? OF_OFFICE : OF_STAFF)
  const rest = (Object.keys(found) as StaffKind[]).filter((kind) => found[kind] === null)
  return { ...found, ...(rest.length > 0 && (await ask(buildBroadSearch, rest))) } as StaffMatches
}
