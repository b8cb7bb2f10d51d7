import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { allows, office } from '#domain/access.ts'
import { NOT_CREATED } from '#domain/proposals/status.ts'
import { BEGINS, EXACT, HOLDS, type Kind, MOST, type Near } from '#domain/search/kinds.ts'
import { fold, proposalNumber } from '#domain/search/words.ts'
import type { Actor } from '#domain/session/actor.ts'
import { folded } from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { type Given, prepared } from '../platform/database/prepared.ts'
import type { Samples } from '../platform/database/tables.gen.ts'
import { isListedOfMany } from '../reports/listed_sql.ts'
import type { findApplicants, findCollaborators, findProposals, findUsers } from './queries.ts'

/** Where a text stands in so many rows of a table, all of them are read; where it stands in more, some are met soon. */
const FEW = 200
/** Proposals of more proposers than these are looked for by a plan of their own. */
const MOST_OWNERS = 1_000
/** Texts of more words are seldom. */
const MOST_WORDS = 4
/** An index finds a word by three letters that follow each other. */
const INDEXED = /[a-z0-9]{3}/u

type Rows<F extends (...args: never[]) => unknown> = Awaited<ReturnType<F>>
interface Sources {
  proposal: Rows<typeof findProposals>
  sample: (Pick<Selectable<Samples>, 'id' | 'name' | 'db_type' | 'sample_type' | 'weight'> & { near: Near })[]
  collaborator: Rows<typeof findCollaborators>
  proposer: Rows<typeof findUsers>
  reviewer: Rows<typeof findUsers>
  applicant: Rows<typeof findApplicants>
  user: Rows<typeof findUsers>
}
/** What was found of each kind, the nearest first; null or nothing where it has to be looked for otherwise. */
export type Few = { [K in keyof Sources]?: Sources[K] | null }

interface Values {
  text: string
  number: number
  viewer: number
  [word: `word${number}`]: string
}

type Sql = RawBuilder<unknown>
type Columns = [string, ...string[]]
const either = (conditions: Sql[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
const TEXT = sql<string>`(select text from asked)`
const pattern = (word: number) => sql`(select ${sql.ref(`word${word}`)} from asked)`
/** `~~` is what `like` stands for: a statement that says `like` is planned anew for each text. */
const hasWord = (word: number, columns: Columns) =>
  either(columns.map((column) => sql`${folded(column)} ~~ ${pattern(word)}`))
const near = (...columns: Columns) => sql`case
  when ${either(columns.map((column) => sql`${folded(column)} = ${TEXT}`))} then ${sql.lit(EXACT)}
  when ${either(columns.map((column) => sql`starts_with(${folded(column)}, ${TEXT})`))} then ${sql.lit(BEGINS)}
  else ${sql.lit(HOLDS)} end`
const most = sql`limit ${sql.lit(MOST)}`
/** Escaped after folding, as in lists. */
const plain = (text: Sql) => sql`regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g')`

/** SQL: the rows of a query as one value. */
const rowsOf = (kind: Kind, query: Sql) =>
  sql`(select coalesce(json_agg(x), '[]') from (${query}) as x) as ${sql.ref(kind)}`

interface Table {
  from: Sql
  /** What is read of each row. */
  columns: Sql
  /** What the nearest begin with, and what all hold. */
  names: Columns
  texts: Columns
  /** The order of rows that are equally near. */
  own: Sql
}
const USERS: Table = {
  from: sql`users u`,
  columns: sql`u.id, u.name, u.email, u.affiliation, u.folded_last_name, u.deleted_at, u.is_proposer, u.is_reviewer,
    u.disabled`,
  names: ['u.name', 'u.email'],
  texts: ['u.name', 'u.email', 'u.affiliation'],
  own: sql`folded_last_name, id`,
}
const COLLABORATORS: Table = {
  from: sql`proposal_collaborators c`,
  columns: sql`c.id, c.name, c.proposal_id, c.folded_last_name`,
  names: ['c.name', 'c.email'],
  texts: ['c.name', 'c.email', 'c.affiliation'],
  own: sql`folded_last_name, proposal_id desc, id`,
}
const NOTICES: Table = {
  from: sql`applicants a`,
  columns: sql`a.id, a.term_id, a.name, a.proposal_title, a.created_at`,
  names: ['a.name', 'a.email'],
  texts: ['a.name', 'a.email', 'a.affiliation', 'a.proposal_title'],
  own: sql`created_at desc, id desc`,
}
const TITLES: Table = {
  from: sql`proposals p`,
  columns: sql`p.id, p.term_id, p.status`,
  names: ['p.title'],
  texts: ['p.title'],
  own: sql`term_id desc, id`,
}
const SAMPLES: Table = {
  from: sql`samples s`,
  columns: sql`s.id, s.name, s.db_type, s.sample_type, s.weight`,
  names: ['s.name'],
  texts: ['s.name'],
  own: sql`name, id`,
}
const CREATED = sql<SqlBool>`p.status <> ${sql.lit(NOT_CREATED)}`
const ALL = sql<SqlBool>`true`

/** The statement for texts of so many words. */
function statement(count: number, isOffice: boolean, given: Given<Values>) {
  const words = Array.from({ length: count }, (_, word) => word)
  const every = (condition: (word: number) => Sql) => sql`(${sql.join(words.map(condition), sql` and `)})`
  const holds = (columns: Columns) => every((word) => hasWord(word, columns))
  /** The same without an index, for what stands in so many rows that some are met soon. */
  const stands = (columns: Columns) =>
    every((word) =>
      either(
        columns.map(
          (column) => sql`strpos(${folded(column)}, (select ${sql.ref(`plain${word}`)} from asked)) > 0`,
        ),
      ),
    )
  const found = ({ from, columns, names, texts }: Table, which = ALL) => sql`(
    select ${columns}, ${near(...names)} as near from ${from} where ${which} and ${holds(texts)}
    limit ${sql.lit(FEW + 1)})`
  /** SQL: all rows of `few` where these are all that is found, else of the table what begins with the text and some of the rest. */
  const nearest = (few: string, { from, columns, names, texts, own }: Table, alias: string, which = ALL) => {
    const begins = either(names.map((column) => sql`${folded(column)} ~~ (select start from asked)`))
    const isMany = sql`(select count(*) > ${sql.lit(FEW)} from ${sql.table(few)})`
    return sql`(
      select ${columns}, near from ${sql.table(few)} as ${sql.ref(alias)} where not ${isMany} and ${which}
      union all (select ${columns}, ${near(...names)} as near from ${from}
        where ${isMany} and ${which} and ${begins} order by near, ${own} ${most})
      union all (select ${columns}, ${sql.lit(HOLDS)} as near from ${from}
        where ${isMany} and ${which} and ${stands(texts)} and not ${begins} order by ${own} ${most}))`
  }
  const people = (kind: Kind, which: Expression<SqlBool>) =>
    rowsOf(
      kind,
      sql`select id, name, email, affiliation, near from ${nearest('people', USERS, 'u', sql`${which}`)} as u
        order by near, ${USERS.own} ${most}`,
    )
  const asked = words.map((word) => {
    const text = sql`fold(${given(`word${word}`)}::text)`
    return sql`'%' || ${plain(text)} || '%' as ${sql.ref(`word${word}`)}, ${text} as ${sql.ref(`plain${word}`)}`
  })
  const text = sql`fold(${given('text')}::text)`
  const kinds = [
    sql`case when (select count(*) <= ${sql.lit(MOST_OWNERS)} from owners) then (
        select coalesce(json_agg(x), '[]') from (
          select f.id, f.term_id, f.title, u.name, f.near from (
            select p.id, p.term_id, p.title, p.user_id,
              case when p.id = (select number from asked) then ${sql.lit(EXACT)} else ${near('p.title')} end as near
            from proposals p where ${CREATED} and p.id in (
              select number from asked
              union all select id from ${nearest('titles', TITLES, 'p', CREATED)} as t
              union all select q.id from owners join users v on v.id = owners.id join proposals q on q.user_id = v.id
              where ${holds(['q.title', 'v.name', 'v.email'])})
            order by near, ${TITLES.own} ${most}) as f
          join users u on u.id = f.user_id order by f.near, f.term_id desc, f.id) as x) end as proposal`,
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
  return sql<Few>`with asked as materialized (
      select ${text} as text, ${plain(text)} || '%' as start, ${given('number')}::int as number, ${sql.join(asked)}),
    titles as materialized ${found(TITLES, CREATED)},
    owners as materialized (select x.id from users x
      where ${either(words.map((word) => hasWord(word, ['x.name', 'x.email'])))} limit ${sql.lit(MOST_OWNERS + 1)}),
    fitting as materialized ${found(SAMPLES)},
    collaborators as materialized ${found(COLLABORATORS)},
    people as materialized ${found(USERS)}
    ${isOffice ? sql`, notices as materialized ${found(NOTICES)}` : sql``}
    select ${sql.join(kinds)}`
}

const forWords = (isOffice: boolean) =>
  Array.from({ length: MOST_WORDS }, (_, i) =>
    prepared((db, given: Given<Values>) => ({
      compile: () => statement(i + 1, isOffice, given).compile(db),
    })),
  )
const OF_OFFICE = forWords(true)
const OF_PANEL = forWords(false)

/**
 * What staff find by a text, in one statement whose plan is right for all such texts. What a role
 * may not see is not looked for.
 */
export async function findFew(db: Db, actor: Actor, text: string): Promise<Few> {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  const ask = (allows(office, actor.roles) ? OF_OFFICE : OF_PANEL)[words.length - 1]
  if (!ask || !words.every((word) => INDEXED.test(fold(word)))) return {}
  const values: Values = { text, number: proposalNumber(text) ?? 0, viewer: actor.id }
  words.forEach((word, i) => {
    values[`word${i}`] = word
  })
  const [found = {}] = await ask(db, values)
  return found
}
