import { type Expression, type SqlBool, sql } from 'kysely'
import { type collaboratorFilters, PERSON_SORTS } from '#domain/filters.ts'
import { CONTAINS, EXACT, fold as foldedHere, type Nearness, STARTS_WITH } from '#domain/search/rules.ts'
import type { Condition } from './lists.ts'
import { type CollaboratorTable, OWNER } from './sql.ts'

/** SQL: the generated column that holds a text column without case and accents; lists are sorted and searched by it. */
export function foldedColumn(column: string): Expression<string> {
  const [table, name] = column.split('.')
  return sql.ref(`${table}.folded_${name}`)
}

/**
 * SQL: a folded text without wildcards for `like`. Escape after folding: folding turns a full-width % into a plain one.
 */
export const escapeLike = (text: Expression<string>) =>
  sql`regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g')`
/** SQL: a search text without case and accents. */
export const fold = (text: string | Expression<string>) => sql<string>`fold(${text}::text)`

const INDEXED = /[a-z0-9]{3}/u
/** Whether the trigram index helps with a word: it has three consecutive plain letters or digits. */
const isIndexed = (word: string) => INDEXED.test(foldedHere(word))

const MAX_WORDS = 8

/** The words of a text; what follows the seventh is one word with its spaces. */
function splitWords(text: string): string[] {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  return words.length <= MAX_WORDS
    ? words
    : [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(' ')]
}

/** Few rows contain a word with a digit. */
const digitsFirst = (a: string, b: string) => Number(/\d/u.test(b)) - Number(/\d/u.test(a))

/**
 * Searched words. `keys` are the first ones that the trigram index helps with, `rest` are the others, which a statement
 * takes as one parameter.
 */
export function searchedWords(text: string, maxKeys: number): { keys: string[]; rest: string[] } {
  const words = [...new Set(splitWords(text))]
  const keys = words.filter(isIndexed).sort(digitsFirst).slice(0, maxKeys)
  return { keys, rest: words.filter((word) => !keys.includes(word)) }
}

type Columns = [string, ...string[]]

/** SQL: the pattern of texts that contain the folded text. */
export const containing = (text: Expression<string>) => sql<string>`'%' || ${escapeLike(text)} || '%'`
/** SQL: the patterns of texts that contain the words. */
export const containingEach = (words: Expression<unknown>) =>
  sql<string[]>`array(select ${containing(fold(sql.ref('word')))} from unnest(${words}::text[]) as word)`

/**
 * SQL: every pattern matches one of the columns; null ones, of outer joins, match nothing. It uses no index: for short words
 * that would mean to read all of it. No word contains the line break between the columns. `coalesce` only hides the operator
 * from the planner, which would expect next to no rows and sort all of a table instead of reading it in order until there are
 * enough.
 */
export const matchesEach = (columns: Columns, patterns: Expression<unknown>) =>
  sql<SqlBool>`coalesce(concat_ws(e'\\n', ${sql.join(
    columns.map((column) => foldedColumn(column)),
  )}) ~~ all(${patterns}::text[]), false)`

/** Every word of the text occurs in one of the columns, ignoring case and accents; a blank text matches everything. */
export const contains =
  (...columns: Columns): Condition<string> =>
  (text) => {
    const { keys, rest } = searchedWords(text, 1)
    const [first, ...others] = [...keys, ...rest]
    if (first === undefined) return null
    const each = columns.map((column) => sql`${foldedColumn(column)} like ${containing(fold(first))}`)
    const found = sql<SqlBool>`(${sql.join(each, sql` or `)})`
    return others.length === 0
      ? found
      : sql`${found} and ${matchesEach(columns, containingEach(sql.val(others)))}`
  }

/** SQL: how well one of the columns matches the folded text: equal, by prefix, or neither. */
export const nearness = (text: Expression<string>, ...columns: [string, ...string[]]) => {
  const any = (condition: (column: Expression<unknown>) => Expression<unknown>) =>
    sql.join(
      columns.map((column) => condition(foldedColumn(column))),
      sql` or `,
    )
  return sql<Nearness>`case when ${any((column) => sql`${column} = ${text}`)} then ${sql.lit(EXACT)}
    when ${any((column) => sql`starts_with(${column}, ${text})`)} then ${sql.lit(STARTS_WITH)}
    else ${sql.lit(CONTAINS)} end`
}

/** A condition on a value that may be absent; an absent one matches everything. */
export const ifPresent =
  <V>(condition: (value: V) => Expression<SqlBool>): Condition<V | undefined> =>
  (value) =>
    value === undefined ? null : condition(value)

export const equals = (column: string) =>
  ifPresent((value: number | string) => sql`${sql.ref(column)} = ${value}`)

/** Comparisons with a timestamp that may be absent. */
export const atOrAfter = (column: string) => ifPresent((at: string) => sql`${sql.ref(column)} >= ${at}`)
export const before = (column: string) => ifPresent((at: string) => sql`${sql.ref(column)} < ${at}`)

/** SQL: the value is one of these codes. */
export const oneOf =
  (value: string | Expression<unknown>) =>
  (codes: readonly number[]): Expression<SqlBool> =>
    sql`${typeof value === 'string' ? sql.ref(value) : value} = any(${codes}::int[])`

/** The column is one of the values; a list of all possible values matches everything, null included. */
export const anyOf =
  (column: string, all: readonly number[]): Condition<number[] | undefined> =>
  (values) =>
    values === undefined || all.every((one) => values.includes(one)) ? null : oneOf(column)(values)

/** The column is one of the values, if any are sent. */
export const inList = (column: string) => ifPresent((values: number[]) => oneOf(column)(values))

/** A checkbox: checked, it requires a true column or another condition; unchecked, it matches everything. */
export const whenChecked =
  (is: string | (() => Expression<SqlBool>)): Condition<boolean | undefined> =>
  (on) => {
    if (on !== true) return null
    return typeof is === 'string' ? sql`${sql.ref(is)}` : is()
  }

/** A field that is accepted without effect. */
export const ignore: Condition<unknown> = () => null

/** Fields with one joint condition; it is attached to the first of them. */
function jointCondition<N extends string, V>(
  names: readonly N[],
  condition: (values: Record<N, V>) => Expression<SqlBool> | null,
): Record<N, Condition<V>> {
  const ignored = Object.fromEntries(names.map((name) => [name, ignore])) as Record<N, Condition<V>>
  return { ...ignored, [names[0]!]: (_: V, filter: object) => condition(filter as Record<N, V>) }
}

type Flag = boolean | undefined
const namesOf = <N extends string>(of: Record<N, unknown>) => Object.keys(of) as N[]

/** The checked names of a group; null when the group was not sent. */
const checkedOf = <N extends string>(names: readonly N[], values: Record<N, Flag>) =>
  names.every((name) => values[name] === undefined) ? null : names.filter((name) => values[name] === true)

/**
 * A group of checkboxes over the states of a row; each state lists the checkboxes that select it. A group sent with nothing
 * checked matches nothing, one that covers all states everything. `is`: the SQL for a row in one of these states.
 */
export function checkGroup<N extends string, C extends number>(
  is: (codes: C[]) => Expression<SqlBool>,
  states: readonly { code: C; filterFlags: readonly N[] }[],
) {
  const names = [...new Set(states.flatMap((state) => state.filterFlags))]
  return jointCondition<N, Flag>(names, (values) => {
    const checked = checkedOf(names, values)
    const wanted = states.filter((state) => checked?.some((name) => state.filterFlags.includes(name)))
    if (!checked || wanted.length === states.length) return null
    return is(wanted.map(({ code }) => code))
  })
}

/** A group of checkboxes, one per boolean column: any checked column must be true; all checked match everything. */
export function anyChecked<N extends string>(columns: Record<N, string>) {
  const names = namesOf(columns)
  return jointCondition<N, Flag>(names, (values) => {
    const checked = checkedOf(names, values)
    if (!checked || checked.length === names.length) return null
    return checked.length === 0
      ? sql`false`
      : sql`${sql.join(
          checked.map((name) => sql.ref(columns[name])),
          sql` or `,
        )}`
  })
}

/** Filters by name, e-mail and affiliation of the person in `table`. */
export const person = (table: string) => ({
  name: contains(`${table}.name`),
  email: contains(`${table}.email`),
  affiliation: contains(`${table}.affiliation`),
})

/** The same for the user whose id is in `column`, without a join. */
export function user(column: string) {
  const one = person('person')
  const names = namesOf(one)
  return jointCondition<keyof typeof one, string>(names, (values) => {
    const conditions = names.flatMap((name) => one[name](values[name], values) ?? [])
    return conditions.length === 0
      ? null
      : sql`exists (select from users as person
          where person.id = ${sql.ref(column)} and ${sql.join(conditions, sql` and `)})`
  })
}

/** Every word of the text occurs in one of the columns, or in the name of the user whose id is in `column`. */
export const containsWithUser =
  (column: string, ...columns: string[]): Condition<string> =>
  (text) => {
    const found = contains('person.name', ...columns)(text, {})
    return (
      found && sql`exists (select from users as person where person.id = ${sql.ref(column)} and ${found})`
    )
  }

export const sortsByPerson = ({ sort }: { sort?: string | undefined }) =>
  PERSON_SORTS.some((column) => column === sort)

/** The sort columns of every list of people, for the person in `table`. */
export const personSorts = (table: string): Record<(typeof PERSON_SORTS)[number], Expression<unknown>> => ({
  name: foldedColumn(`${table}.last_name`),
  email: foldedColumn(`${table}.email`),
  affiliation: foldedColumn(`${table}.affiliation`),
})

/** One collaborator of the row with the id `owner` matches all collaborator fields. */
export function collaborators(table: CollaboratorTable, owner: string) {
  const one = {
    collaborator_name: contains('c.name'),
    collaborator_email: contains('c.email'),
    collaborator_affiliation: contains('c.affiliation'),
  } satisfies Record<keyof typeof collaboratorFilters, Condition<string>>
  const names = namesOf(one)
  return jointCondition<keyof typeof one, string>(names, (values) => {
    const conditions = names.flatMap((name) => one[name](values[name], values) ?? [])
    if (conditions.length === 0) return null
    return sql`exists (select from ${sql.table(table)} as c
      where ${sql.ref(`c.${OWNER[table]}`)} = ${sql.ref(owner)} and ${sql.join(conditions, sql` and `)})`
  })
}
