import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { allows, office } from '#domain/access.ts'
import { EXACT, HOLDS, type Kind, MOST, type Near } from '#domain/search/kinds.ts'
import { proposalNumber } from '#domain/search/words.ts'
import type { Actor } from '#domain/session/actor.ts'
import { escaped, fold, folded, isIndexed, nearness, wordsOf } from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { type Given, prepared } from '../platform/database/prepared.ts'
import type { Samples } from '../platform/database/tables.gen.ts'
import { isListedOfMany } from '../reports/listed_sql.ts'
import { ALL, COLLABORATORS, CREATED, NOTICES, SAMPLES, type Table, TITLES, USERS } from './tables_sql.ts'

/** Where a text stands in so many rows of a table, all of them are read; where it stands in more, some are met soon. */
const FEW = 200
/** So many proposers are looked up; where more have a word in their name, proposals are met. */
const MOST_OWNERS = 1_000

type Row<T> = T & { near: Near }
type Person = Row<{ id: number; name: string; email: string; affiliation: string }>
/** What was found of each kind, the nearest first. */
export interface FoundByStaff {
  proposal: Row<{ id: number; term_id: number; title: string; name: string }>[]
  sample: Row<Pick<Selectable<Samples>, 'id' | 'name' | 'db_type' | 'sample_type' | 'weight'>>[]
  collaborator: Row<{ id: number; name: string; proposal_id: number; title: string }>[]
  proposer: Person[]
  reviewer: Person[]
  /** The office's alone. */
  applicant?: Row<{ id: number; term_id: number; name: string; proposal_title: string }>[]
  user?: Person[]
}

interface Values {
  text: string
  number: number
  viewer: number
  [word: `word${number}`]: string
}

type Sql = RawBuilder<unknown>
type Columns = [string, ...string[]]
const either = (conditions: Sql[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
const near = (columns: Columns) => nearness(sql`(select text from asked)`, ...columns)
const most = sql`limit ${sql.lit(MOST)}`

/** SQL: the rows of a query as one value. */
const rowsOf = (kind: Kind, query: Sql) =>
  sql`(select coalesce(json_agg(x), '[]') from (${query}) as x) as ${sql.ref(kind)}`

/** SQL: the columns have the word, as an index finds it. `~~` is what `like` stands for: a statement that says `like` is planned anew for each text. */
const hasWord = (word: number, columns: Columns) =>
  either(columns.map((column) => sql`${folded(column)} ~~ (select ${sql.ref(`pattern${word}`)} from asked)`))
/** SQL: the same as it is met without an index. */
const meetsWord = (word: number, columns: Columns) =>
  either(
    columns.map(
      (column) => sql`strpos(${folded(column)}, (select ${sql.ref(`word${word}`)} from asked)) > 0`,
    ),
  )

/** The statement for texts of so many words: those that an index finds, and short ones after them. */
function statement(indexed: number, short: number, isOffice: boolean, given: Given<Values>) {
  const words = Array.from({ length: indexed + short }, (_, word) => word)
  const long = words.slice(0, indexed)
  const every = (of: number[], condition: (word: number) => Sql) =>
    sql`(${sql.join(of.map(condition), sql` and `)})`
  const finds = (word: number, columns: Columns) =>
    word < indexed ? hasWord(word, columns) : meetsWord(word, columns)
  const holds = (columns: Columns) => every(words, (word) => finds(word, columns))
  const meets = (columns: Columns) => every(words, (word) => meetsWord(word, columns))
  const found = ({ from, columns, names, texts }: Table, which = ALL) => sql`(
    select ${columns}, ${near(names)} as near from ${from} where ${which} and ${holds(texts)}
    limit ${sql.lit(FEW + 1)})`
  const isMany = (few: string, bound: number) =>
    sql`(select count(*) > ${sql.lit(bound)} from ${sql.table(few)})`
  /** SQL: all rows of `few` where these are all that is found, else of the table what begins with the text and some of the rest. */
  const nearest = (few: string, { from, columns, names, texts, own }: Table, alias: string, which = ALL) => {
    const begins = either(names.map((column) => sql`${folded(column)} ~~ (select start from asked)`))
    const many = isMany(few, FEW)
    return sql`(
      select ${columns}, near from ${sql.table(few)} as ${sql.ref(alias)} where not ${many} and ${which}
      union all (select ${columns}, ${near(names)} as near from ${from}
        where ${many} and ${which} and ${begins} order by near, ${own} ${most})
      union all (select ${columns}, ${sql.lit(HOLDS)} as near from ${from}
        where ${many} and ${which} and ${meets(texts)} and not ${begins} order by ${own} ${most}))`
  }
  const people = (kind: Kind, which: Expression<SqlBool>) =>
    rowsOf(
      kind,
      sql`select id, name, email, affiliation, near from ${nearest('people', USERS, 'u', sql`${which}`)} as u
        order by near, ${USERS.own} ${most}`,
    )
  const asked = words.map((word) => {
    const text = fold(given(`word${word}`))
    return sql`'%' || ${escaped(text)} || '%' as ${sql.ref(`pattern${word}`)}, ${text} as ${sql.ref(`word${word}`)}`
  })
  const text = fold(given('text'))
  const manyOwners = isMany('owners', MOST_OWNERS)
  const withOwner: Columns = ['p.title', 'v.name', 'v.email']
  // A proposal whose proposer has none of the long words has them all in its title, and the short ones anywhere.
  const titled =
    indexed > 0 && short > 0
      ? sql`union all select p.id from proposals p join users v on v.id = p.user_id where not ${manyOwners}
          and ${every(long, (word) => hasWord(word, ['p.title']))} and ${meets(withOwner)}`
      : sql``
  const kinds = [
    rowsOf(
      'proposal',
      sql`select f.id, f.term_id, f.title, u.name, f.near from (
          select p.id, p.term_id, p.title, p.user_id,
            case when p.id = (select number from asked) then ${sql.lit(EXACT)} else ${near(['p.title'])} end as near
          from proposals p where ${CREATED} and p.id in (
            select number from asked
            union all select id from ${nearest('titles', TITLES, 'p', CREATED)} as t
            union all select p.id from owners join users v on v.id = owners.id join proposals p on p.user_id = v.id
            where not ${manyOwners} and ${holds(withOwner)} ${titled}
            union all (select p.id from proposals p join users v on v.id = p.user_id
            where ${manyOwners} and ${CREATED} and ${meets(withOwner)} order by p.term_id desc, p.id ${most}))
          order by near, ${TITLES.own} ${most}) as f
        join users u on u.id = f.user_id order by f.near, f.term_id desc, f.id`,
    ),
    rowsOf(
      'sample',
      sql`select * from ${nearest('fitting', SAMPLES, 's')} as s order by near, ${SAMPLES.own} ${most}`,
    ),
    rowsOf(
      'collaborator',
      sql`select c.id, c.name, c.proposal_id, p.title, c.near from (
          select * from ${nearest('collaborators', COLLABORATORS, 'c')} as c
          order by near, ${COLLABORATORS.own} ${most}) as c
        join proposals p on p.id = c.proposal_id
        order by c.near, c.folded_last_name, c.proposal_id desc, c.id`,
    ),
    people('proposer', sql`u.deleted_at is null and u.is_proposer`),
    people('reviewer', isListedOfMany({ id: given('viewer') })),
  ]
  if (isOffice)
    kinds.push(
      people('user', sql`u.deleted_at is null`),
      rowsOf(
        'applicant',
        sql`select id, term_id, name, proposal_title, near from ${nearest('notices', NOTICES, 'a')} as a
          order by near, ${NOTICES.own} ${most}`,
      ),
    )
  return sql<FoundByStaff>`with asked as materialized (
      select ${text} as text, ${escaped(text)} || '%' as start, ${given('number')}::int as number, ${sql.join(asked)}),
    titles as materialized ${found(TITLES, CREATED)},
    owners as materialized (select x.id from users x where ${either(
      (indexed > 0 ? long : words).map((word) => finds(word, ['x.name', 'x.email'])),
    )} limit ${sql.lit(MOST_OWNERS + 1)}),
    fitting as materialized ${found(SAMPLES)},
    collaborators as materialized ${found(COLLABORATORS)},
    people as materialized ${found(USERS)}
    ${isOffice ? sql`, notices as materialized ${found(NOTICES)}` : sql``}
    select ${sql.join(kinds)}`
}

type Ask = (db: Db, values: Values) => Promise<FoundByStaff[]>
const asks = new Map<string, Ask>()

/** The statement for texts of so many words, put together when the first of them is asked. */
function askOf(indexed: number, short: number, isOffice: boolean): Ask {
  const name = `${indexed} ${short} ${isOffice}`
  const known = asks.get(name)
  if (known) return known
  const ask: Ask = prepared((db, given: Given<Values>) => ({
    compile: () => statement(indexed, short, isOffice, given).compile(db),
  }))
  asks.set(name, ask)
  return ask
}

/**
 * What staff find by a text, in one statement whose plan is right for all texts of so many words. What a role may not see
 * is not looked for.
 */
export async function findByStaff(db: Db, actor: Actor, text: string): Promise<FoundByStaff> {
  const words = wordsOf(text)
  const indexed = words.filter(isIndexed)
  const short = words.filter((word) => !isIndexed(word))
  const values: Values = { text, number: proposalNumber(text) ?? 0, viewer: actor.id }
  for (const [i, word] of [...indexed, ...short].entries()) values[`word${i}`] = word
  const ask = askOf(indexed.length, short.length, allows(office, actor.roles))
  const [found] = await ask(db, values)
  return found!
}
