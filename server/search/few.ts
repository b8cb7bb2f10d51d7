import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { NOT_CREATED } from '#domain/proposals/status.ts'
import { BEGINS, EXACT, HOLDS, type Kind, MOST } from '#domain/search/kinds.ts'
import { fold, proposalNumber } from '#domain/search/words.ts'
import type { Actor } from '#domain/session/actor.ts'
import { allows, office } from '#domain/wire.ts'
import { folded } from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { type Given, prepared } from '../platform/database/prepared.ts'
import { isListedHere } from '../reports/reviewer_queries.ts'
import type { findSamplesNamed } from '../samples/queries.ts'
import type { findApplicants, findCollaborators, findProposals, findUsers } from './queries.ts'

/** What a text finds in so many rows of a table is read whole; what stands in more is looked for from where it begins. */
const FEW = 1_000
/** Texts of more words are seldom. */
const MOST_WORDS = 4
/** An index finds a word by three letters that follow each other. */
const INDEXED = /[a-z0-9]{3}/u

type Rows<F extends (...args: never[]) => unknown> = Awaited<ReturnType<F>>
interface Sources {
  proposal: Rows<typeof findProposals>
  sample: Rows<typeof findSamplesNamed>
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
const limited = sql`limit ${sql.lit(FEW + 1)}`
const most = sql`limit ${sql.lit(MOST)}`
const isFew = (table: string) => sql`(select count(*) <= ${sql.lit(FEW)} from ${sql.table(table)})`

/** SQL: the rows of a query as one value, null where one of the tables that they come from holds too many. */
const rowsOf = (
  kind: Kind,
  from: string[],
  query: Sql,
) => sql`case when ${sql.join(from.map(isFew), sql` and `)}
  then (select coalesce(json_agg(x), '[]') from (${query}) as x) end as ${sql.ref(kind)}`

/** The statement for texts of so many words: which rows hold them, by index alone, and of these the nearest. */
function statement(count: number, isOffice: boolean, given: Given<Values>) {
  const words = Array.from({ length: count }, (_, word) => word)
  const holds = (...columns: Columns) =>
    sql`(${sql.join(
      words.map((word) => hasWord(word, columns)),
      sql` and `,
    )})`
  const holdsAny = (...columns: Columns) => either(words.map((word) => hasWord(word, columns)))
  const people = (kind: Kind, which: Expression<SqlBool>) =>
    rowsOf(
      kind,
      ['people'],
      sql`select u.id, u.name, u.email, u.affiliation, u.near
        from (select * from people order by near, folded_last_name, id offset 0) as u where ${which} ${most}`,
    )
  const asked = words.map(
    (
      word,
    ) => sql`'%' || regexp_replace(fold(${given(`word${word}`)}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'
      as ${sql.ref(`word${word}`)}`,
  )
  const created = sql`p.status <> ${sql.lit(NOT_CREATED)}`
  return sql<Few>`with asked as materialized (select fold(${given('text')}::text) as text,
      ${given('number')}::int as number, ${sql.join(asked)}),
    titles as materialized (select p.id from proposals p where ${created} and ${holds('p.title')} ${limited}),
    owners as materialized (select x.id from users x where ${holdsAny('x.name', 'x.email')} ${limited}),
    samples_found as materialized (
      select s.id, s.name, s.db_type, s.sample_type, s.weight, ${near('s.name')} as near
      from samples s where ${holds('s.name')} ${limited}),
    collaborators as materialized (
      select c.id, c.name, c.proposal_id, c.folded_last_name, ${near('c.name', 'c.email')} as near
      from proposal_collaborators c where ${holds('c.name', 'c.email', 'c.affiliation')} ${limited}),
    people as materialized (
      select u.id, u.name, u.email, u.affiliation, u.folded_last_name, u.deleted_at, u.is_proposer, u.is_reviewer,
        u.disabled, ${near('u.name', 'u.email')} as near
      from users u where ${holds('u.name', 'u.email', 'u.affiliation')} ${limited})
    ${
      isOffice
        ? sql`, notices as materialized (
      select a.id, a.term_id, a.name, a.proposal_title, a.created_at, ${near('a.name', 'a.email')} as near
      from applicants a where ${holds('a.name', 'a.email', 'a.affiliation', 'a.proposal_title')} ${limited})`
        : sql``
    }
    select ${sql.join([
      rowsOf(
        'proposal',
        ['titles', 'owners'],
        // As many that their proposer tells of as those that their title does, each in the order of the list.
        sql`select f.id, f.term_id, f.title, u.name, f.near from (
            select n.*, row_number() over (
              partition by near, near = ${sql.lit(HOLDS)} and not by_title order by term_id desc, id) as place
            from (
              select p.id, p.term_id, p.title, p.user_id, ${holds('p.title')} as by_title,
                case when p.id = (select number from asked) then ${sql.lit(EXACT)} else ${near('p.title')} end as near
              from proposals p where ${created} and p.id in (
                select number from asked union all select id from titles union all
                select q.id from owners join users v on v.id = owners.id join proposals q on q.user_id = v.id
                where ${holds('q.title', 'v.name', 'v.email')})) as n
            order by near, place, term_id desc, id ${most}) as f
          join users u on u.id = f.user_id order by f.near, f.place, f.term_id desc, f.id`,
      ),
      rowsOf('sample', ['samples_found'], sql`select * from samples_found order by near, name, id ${most}`),
      rowsOf(
        'collaborator',
        ['collaborators'],
        sql`select c.id, c.name, c.proposal_id, p.title, c.near from (
            select * from collaborators order by near, folded_last_name, proposal_id desc, id ${most}) as c
          join proposals p on p.id = c.proposal_id order by near, folded_last_name, proposal_id desc, id`,
      ),
      people('proposer', sql`u.deleted_at is null and u.is_proposer`),
      people('reviewer', isListedHere({ id: given('viewer') })),
      ...(isOffice
        ? [
            people('user', sql`u.deleted_at is null`),
            rowsOf(
              'applicant',
              ['notices'],
              sql`select id, term_id, name, proposal_title, near from notices
                order by near, created_at desc, id desc ${most}`,
            ),
          ]
        : []),
    ])}`
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
 * What staff find by a text that stands in few rows, in one statement whose plan is right for all such texts. What a role
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
