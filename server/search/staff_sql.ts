import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { EXACT, HOLDS, MOST } from '#domain/search/kinds.ts'
import { escaped, fold, folded, nearness } from '../platform/asks.ts'
import type { Param } from '../platform/database/prepared_query.ts'
import { isListedReviewer, isListedReviewerInBulk } from '../reports/shared_queries.ts'
import { COLLABORATORS, isCreated, NOTICES, PROPOSALS, SAMPLES, type Table, USERS } from './tables_sql.ts'

/** Where a text stands in so many rows of a table, all of them are sorted; where it stands in more, some are met soon. */
const FEW = 200
/** So many proposers are looked up; where more have a word in their name, proposals are met. */
const MOST_OWNERS = 1_000

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
export type StaffKind = keyof typeof TABLES

/** What a statement is given: the text, the number that it may be, who looks, and the words, those that an index finds first. */
export interface Values {
  text: string
  number: number
  viewer: number
  [word: `word${number}`]: string
}

type Sql = RawBuilder<unknown>
type Columns = [string, ...string[]]
const either = (conditions: Sql[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
const every = (conditions: Sql[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
const most = sql`limit ${sql.lit(MOST)}`

/** SQL: what is asked, as it is looked for: a statement that says `like` to a value is planned anew for each. */
function asked(words: number[], param: Param<Values>): Sql {
  const texts = words.map((word) => sql`${fold(param(`word${word}`))} as ${sql.ref(`word${word}`)}`)
  const patterns = words.map(
    (word) =>
      sql`'%' || ${escaped(sql.ref(`word${word}`))} || '%' as ${sql.ref(`pattern${word}`)}, ${sql.ref(`word${word}`)}`,
  )
  return sql`asked as materialized (select text, ${escaped(sql.ref('text'))} || '%' as start, number, ${sql.join(patterns)}
    from (select ${fold(param('text'))} as text, ${param('number')}::int as number, ${sql.join(texts)} offset 0) as said)`
}

/** SQL: the columns have the word, as an index finds it. */
const hasWord = (word: number, columns: Columns) =>
  either(columns.map((column) => sql`${folded(column)} ~~ (select ${sql.ref(`pattern${word}`)} from asked)`))
/** SQL: the same as it is met without an index. */
const meetsWord = (word: number, columns: Columns) =>
  either(
    columns.map(
      (column) => sql`strpos(${folded(column)}, (select ${sql.ref(`word${word}`)} from asked)) > 0`,
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
export function few(kinds: readonly StaffKind[], indexed: number, short: number, param: Param<Values>): Sql {
  const words = Array.from({ length: indexed + short }, (_, word) => word)
  const long = words.slice(0, indexed)
  const holds = (columns: Columns, of = words) =>
    every(of.map((word) => (word < indexed ? hasWord(word, columns) : meetsWord(word, columns))))
  const isOwner = either((indexed > 0 ? long : words).map((word) => holds(['w.name', 'w.email'], [word])))
  const isMany = isMore('owners', MOST_OWNERS)
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
      limit ${sql.lit(FEW + 1)})`
  }
  const values = kinds.map((kind) => {
    const { found } = TABLES[kind]
    const tooMany = kind === 'proposal' ? either([isMany, isMore(found, FEW)]) : isMore(found, FEW)
    const rows = rowsOf(kind, sql.table(found), isOf(kind, isListedReviewer, param))
    return sql`case when ${tooMany} then null else ${rows} end as ${sql.ref(kind)}`
  })
  return sql`with ${asked(words, param)},
    titles as materialized (select q.id from proposals q where ${isCreated('q')} and ${holds(['q.title'])} limit ${sql.lit(FEW + 1)}),
    owners as materialized (select w.id from users w where ${isOwner} limit ${sql.lit(MOST_OWNERS + 1)}),
    ${sql.join([...new Set(kinds.map((kind) => TABLES[kind]))].map(found))}
    select ${sql.join(values)}`
}

/** The statement that meets the nearest of kinds of which there are many: what begins with the text, and some of the rest. */
export function many(kinds: readonly StaffKind[], indexed: number, short: number, param: Param<Values>): Sql {
  const words = Array.from({ length: indexed + short }, (_, word) => word)
  const values = kinds.map((kind) => {
    const table = TABLES[kind]
    const { from, beside = sql``, columns, names, texts, own } = table
    const which = every([table.which, isOf(kind, isListedReviewerInBulk, param)])
    const starts = names.map((name) => sql<SqlBool>`${folded(name)} ~~ (select start from asked)`)
    const begins = either(table.exact ? [table.exact, ...starts] : starts)
    const holds = every(words.map((word) => meetsWord(word, texts)))
    const rows = sql`(
      with begun as materialized (select ${columns}, ${near(table)} as near from ${from}
        where ${which} and ${begins} order by near, ${own} ${most})
      select * from begun
      union all (select ${columns}, ${sql.lit(HOLDS)} as near from ${from} ${beside}
        where not ${isMore('begun', MOST - 1)} and ${which} and ${holds} and not ${begins} order by ${own} ${most}))`
    return sql`${rowsOf(kind, rows, sql`true`)} as ${sql.ref(kind)}`
  })
  return sql`with ${asked(words, param)} select ${sql.join(values)}`
}
