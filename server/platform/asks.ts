import { type Expression, type SqlBool, sql } from 'kysely'
import { type collaboratorFilters, PERSON_SORTS } from '#domain/filters.ts'
import { BEGINS, EXACT, fold as foldedHere, HOLDS, type Nearness } from '#domain/search/rules.ts'
import type { Ask } from './lists.ts'
import { type CollaboratorTable, OWNER } from './sql.ts'

/** SQL: a text column as it is kept beside it, without case and accents: what lists are sorted by and looked through. */
export function folded(column: string): Expression<string> {
  const [table, name] = column.split('.')
  return sql.ref(`${table}.folded_${name}`)
}

/**
 * SQL: a folded text as `like` takes it, no character of it a wildcard. Escaped after folding, for folding makes a plain % of
 * a full-width one.
 */
export const escaped = (text: Expression<string>) =>
  sql`regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g')`
/** SQL: what is sent, as it is searched. */
export const fold = (text: string | Expression<string>) => sql<string>`fold(${text}::text)`

const INDEXED = /[a-z0-9]{3}/u
/** Whether an index finds the word: by three plain letters or digits that follow each other. */
export const isIndexed = (word: string) => INDEXED.test(foldedHere(word))

/** The words of a text. */
export const wordsOf = (text: string) => text.split(/\s+/u).filter((word) => word !== '')

/** The columns hold every word of the text, each anywhere in one of them, ignoring case and accents; blank asks nothing. */
export const holds =
  (...columns: [string, ...string[]]): Ask<string> =>
  (text) => {
    const words = wordsOf(text)
    if (words.length === 0) return null
    const some = words.some(isIndexed)
    // A short word beside others is kept from the index, which knows nothing of it and would be walked for the others.
    const hasWord = (word: string) =>
      columns.map((column) =>
        some && !isIndexed(word)
          ? sql<SqlBool>`strpos(${folded(column)}, ${fold(word)}) > 0`
          : sql<SqlBool>`${folded(column)} like '%' || ${escaped(fold(word))} || '%'`,
      )
    return sql`${sql.join(
      words.map((word) => sql`(${sql.join(hasWord(word), sql` or `)})`),
      sql` and `,
    )}`
  }

/** SQL: how near one of the columns comes to the folded text: it is it, begins with it, or neither. */
export const nearness = (text: Expression<string>, ...columns: [string, ...string[]]) => {
  const any = (condition: (column: Expression<unknown>) => Expression<unknown>) =>
    sql.join(
      columns.map((column) => condition(folded(column))),
      sql` or `,
    )
  return sql<Nearness>`case when ${any((column) => sql`${column} = ${text}`)} then ${sql.lit(EXACT)}
    when ${any((column) => sql`starts_with(${column}, ${text})`)} then ${sql.lit(BEGINS)}
    else ${sql.lit(HOLDS)} end`
}

/** What `condition` says of the value; nothing when none was sent. */
export const ifSaid =
  <V>(condition: (value: V) => Expression<SqlBool>): Ask<V | undefined> =>
  (value) =>
    value === undefined ? null : condition(value)

/** The column is exactly the value. */
export const equals = (column: string) =>
  ifSaid((value: number | string) => sql`${sql.ref(column)} = ${value}`)

/** The column's moment is not before, or is before, the one that is sent. */
export const notBefore = (column: string) => ifSaid((at: string) => sql`${sql.ref(column)} >= ${at}`)
export const before = (column: string) => ifSaid((at: string) => sql`${sql.ref(column)} < ${at}`)

/** SQL: a value is one of these. */
export const oneOf =
  (value: string | Expression<unknown>) =>
  (codes: readonly number[]): Expression<SqlBool> =>
    sql`${typeof value === 'string' ? sql.ref(value) : value} = any(${codes}::int[])`

/** The column is one of the values; those that are `all` it can be ask nothing. */
export const anyOf =
  (column: string, all: readonly number[]): Ask<number[] | undefined> =>
  (values) =>
    values === undefined || all.every((one) => values.includes(one)) ? null : oneOf(column)(values)

/** The column is one of the values that are sent. */
export const among = (column: string) => ifSaid((values: number[]) => oneOf(column)(values))

/** A tick that asks for a column that is true, or for what else SQL can ask, when it is on, and for nothing when it is off. */
export const onlyIf =
  (is: string | (() => Expression<SqlBool>)): Ask<boolean | undefined> =>
  (on) => {
    if (on !== true) return null
    return typeof is === 'string' ? sql`${sql.ref(is)}` : is()
  }

/** Accepted, without effect. */
export const ignored: Ask<unknown> = () => null

/** Fields that ask together: the first of them speaks for all. */
function together<N extends string, V>(
  names: readonly N[],
  ask: (said: Record<N, V>) => Expression<SqlBool> | null,
): Record<N, Ask<V>> {
  const silent = Object.fromEntries(names.map((name) => [name, ignored])) as Record<N, Ask<V>>
  return { ...silent, [names[0]!]: (_: V, filter: object) => ask(filter as Record<N, V>) }
}

type Flag = boolean | undefined
const namesOf = <N extends string>(of: Record<N, unknown>) => Object.keys(of) as N[]

/** Which ticks of a group are on; null when none was sent. */
const on = <N extends string>(names: readonly N[], said: Record<N, Flag>) =>
  names.every((name) => said[name] === undefined) ? null : names.filter((name) => said[name] === true)

/**
 * A group of ticks over what every row is one of, each state with the ticks that find it: a group sent with nothing
 * ticked finds nothing, one that covers all states asks nothing. `is` says in SQL that a row is one of these.
 */
export function ticks<N extends string, C extends number>(
  is: (codes: C[]) => Expression<SqlBool>,
  states: readonly { code: C; ticks: readonly N[] }[],
) {
  const names = [...new Set(states.flatMap((state) => state.ticks))]
  return together<N, Flag>(names, (said) => {
    const ticked = on(names, said)
    const wanted = states.filter((state) => ticked?.some((name) => state.ticks.includes(name)))
    if (!ticked || wanted.length === states.length) return null
    return is(wanted.map(({ code }) => code))
  })
}

/** A group of ticks, each for a column of its own: a row fits when any ticked one is true; all of them ask nothing. */
export function anyTicked<N extends string>(columns: Record<N, string>) {
  const names = namesOf(columns)
  return together<N, Flag>(names, (said) => {
    const ticked = on(names, said)
    if (!ticked || ticked.length === names.length) return null
    return ticked.length === 0
      ? sql`false`
      : sql`${sql.join(
          ticked.map((name) => sql.ref(columns[name])),
          sql` or `,
        )}`
  })
}

/** Name, e-mail and affiliation of the person in `table`. */
export const person = (table: string) => ({
  name: holds(`${table}.name`),
  email: holds(`${table}.email`),
  affiliation: holds(`${table}.affiliation`),
})

/** The same of the user whose id stands in `column`, without joining the user. */
export function user(column: string) {
  const one = person('person')
  const names = namesOf(one)
  return together<keyof typeof one, string>(names, (said) => {
    const asked = names.flatMap((name) => one[name](said[name], said) ?? [])
    return asked.length === 0
      ? null
      : sql`exists (select from users as person
          where person.id = ${sql.ref(column)} and ${sql.join(asked, sql` and `)})`
  })
}

/** Whether a list is sorted by a person. */
export const byPerson = ({ sort }: { sort?: string | undefined }) =>
  PERSON_SORTS.some((column) => column === sort)

/** What every list of people is sorted by: the person in `table`. */
export const personSorts = (table: string): Record<(typeof PERSON_SORTS)[number], Expression<unknown>> => ({
  name: folded(`${table}.last_name`),
  email: folded(`${table}.email`),
  affiliation: folded(`${table}.affiliation`),
})

/** One collaborator of the row whose id is `owner` fits all that is asked of collaborators. */
export function collaborators(table: CollaboratorTable, owner: string) {
  const one = {
    collaborator_name: holds('c.name'),
    collaborator_email: holds('c.email'),
    collaborator_affiliation: holds('c.affiliation'),
  } satisfies Record<keyof typeof collaboratorFilters, Ask<string>>
  const names = namesOf(one)
  return together<keyof typeof one, string>(names, (said) => {
    const asked = names.flatMap((name) => one[name](said[name], said) ?? [])
    if (asked.length === 0) return null
    return sql`exists (select from ${sql.table(table)} as c
      where ${sql.ref(`c.${OWNER[table]}`)} = ${sql.ref(owner)} and ${sql.join(asked, sql` and `)})`
  })
}
