import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Paged, Paging } from '#domain/endpoint.ts'
import type { Db } from './context.ts'

type SqlCondition = Expression<SqlBool>

/** The SQL condition of a filter field by its value; null when the value matches every row. */
export type Condition<V> = (value: V, filter: object) => SqlCondition | null

type Field<F> = Exclude<keyof F, keyof Paging | 'sort' | 'dir'>
/** The condition of each field of a filter. */
export type FilterConditions<F> = { [K in Field<F>]-?: Condition<F[K]> }

const conditionsOf = <F extends object>(filter: F, where: FilterConditions<F>) =>
  (Object.entries(where) as [Field<F>, Condition<unknown>][]).flatMap(([field, ask]) => {
    const condition = ask(filter[field], filter)
    return condition === null ? [] : [{ field, condition }]
  })

/**
 * SQL: a row rowMatches the whole filter. Every field has its line in `where`: a forgotten or superfluous one does not
 * compile.
 */
export function rowMatches<F extends object>(filter: F, where: FilterConditions<F>): SqlCondition {
  const each = conditionsOf(filter, where).map(({ condition }) => sql`(${condition})`)
  return each.length === 0 ? sql`true` : sql`${sql.join(each, sql` and `)}`
}

/** Whether a filter restricts more than the term. */
export const filtersBeyondTerm = <F extends object>(filter: F, where: FilterConditions<F>) =>
  conditionsOf(filter, where).some(({ field }) => field !== 'term_id')

type Sorted = { sort?: string | undefined; dir: 'asc' | 'desc' }
/** A column name or an expression; neither may be null unless it is wrapped by `nullsLast`. */
type Column = string | Expression<unknown> | NullsLast
class NullsLast {
  readonly column: Expression<unknown>
  constructor(column: Expression<unknown>) {
    this.column = column
  }
}

/** A sort column that may be null; nulls come last in both directions. */
export const nullsLast = (column: string | Expression<unknown>) =>
  new NullsLast(typeof column === 'string' ? sql.ref(column) : column)

/** SQL for `orderBy`: the filter's sort column, then the list's own order, which ends with the id. */
export function order<F extends Sorted>(
  { sort, dir }: F,
  own: Expression<unknown>,
  by: Record<NonNullable<F['sort']>, Column>,
): Expression<unknown> {
  if (sort === undefined) return own
  const column = by[sort as NonNullable<F['sort']>]
  if (column instanceof NullsLast) return sql`${column.column} ${sql.raw(dir)} nulls last, ${own}`
  // Without `nulls last` an index serves both directions.
  return sql`${typeof column === 'string' ? sql.ref(column) : column} ${sql.raw(dir)}, ${own}`
}

/** A page beyond the last becomes the last. */
function pageBounds({ page, per_page }: Paging, total: number) {
  const last_page = Math.max(1, Math.ceil(total / per_page))
  return { total, per_page, current_page: Math.min(page, last_page), last_page }
}

/** One page of an ordered query, and the total: for lists whose rows are cheap to read. */
export async function pageOf<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  paging: Paging,
): Promise<Paged<Row>> {
  const { total } = (await query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()) as { total: number }
  const place = pageBounds(paging, total)
  const data = await query
    .limit(paging.per_page)
    .offset((place.current_page - 1) * paging.per_page)
    .execute()
  return { ...place, data: data as Row[] }
}

interface Listing<DB, Tables extends keyof DB, Wide, WideTables extends keyof Wide, Row> {
  /** The rows that the filter finds: nothing selected, nothing joined but what the filter asks of. */
  matching: SelectQueryBuilder<DB, Tables, object>
  /**
   * Of these the ones that the viewer may not see: few, and counted by themselves, so that an index can count the rest.
   */
  hidden?: SelectQueryBuilder<DB, Tables, object>
  /** SQL: how many are matching, where that is knownTotal without a count. */
  knownTotal?: Expression<number> | null
  /** Those that the viewer may see in the order of the list, joined with what they are sorted by. */
  sorted: SelectQueryBuilder<Wide, WideTables, object>
  /** The column of their ids. */
  id: string
  /** What is shown of the rows of these ids, in any order. */
  rows(ids: number[]): Promise<Row[]>
  idOf(row: Row): number
  /**
   * The filter asks more of a row than its term: the rows are counted as they are matching, so that each is looked into
   * once. Otherwise an index counts them, and the page is read off another one.
   */
  filtersBeyondTerm?: boolean
}

/**
 * One page of a list, with how many rows there are in all: first the count and the page's ids in one statement, then what
 * is shown of those rows alone. So nested lists are gathered for a page, whatever the list is sorted by.
 */
export async function pageByIds<DB, Tables extends keyof DB, Wide, WideTables extends keyof Wide, Row>(
  db: Pick<Db, 'selectNoFrom'>,
  {
    matching,
    hidden,
    knownTotal,
    sorted,
    id,
    rows,
    idOf,
    filtersBeyondTerm = false,
  }: Listing<DB, Tables, Wide, WideTables, Row>,
  paging: Paging,
): Promise<Paged<Row>> {
  const idsOf = (page: number) =>
    sorted
      .select(sql.ref<number>(id).as('id'))
      .limit(paging.per_page)
      .offset((page - 1) * paging.per_page)
  const countWhileReading = async (page: number) => {
    const rows = (await idsOf(page).select(sql<number>`count(*) over ()`.as('total')).execute()) as {
      id: number
      total: number
    }[]
    return { total: rows[0]?.total ?? (page === 1 ? 0 : null), ids: rows.map((row) => row.id) }
  }
  const count = (query: typeof matching) => query.select((eb) => eb.fn.countAll().as('total'))
  const total = sql<number>`${knownTotal ?? count(matching)} - ${hidden ? count(hidden) : sql.lit(0)}`
  const countSeparately = (page: number) =>
    db
      .selectNoFrom([total.as('total'), sql<number[]>`array${idsOf(page)}`.as('ids')])
      .executeTakeFirstOrThrow()
  const readPage = filtersBeyondTerm ? countWhileReading : countSeparately
  const requested = await readPage(paging.page)
  const place = pageBounds(paging, requested.total ?? (await readPage(1)).total ?? 0)
  const { ids } = place.current_page === paging.page ? requested : await readPage(place.current_page)
  const shown = new Map((ids.length === 0 ? [] : await rows(ids)).map((row) => [idOf(row), row]))
  return { ...place, data: ids.flatMap((one) => shown.get(one) ?? []) }
}
