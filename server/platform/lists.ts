import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Paged, Paging } from '#domain/endpoint.ts'
import type { Db } from './context.ts'

type Condition = Expression<SqlBool>

/** What a field of a filter asks of a row, in SQL; null when it asks nothing. */
export type Ask<V> = (value: V, filter: object) => Condition | null

type Field<F> = Exclude<keyof F, keyof Paging | 'sort' | 'dir'>
/** What each field of a filter asks. */
export type Where<F> = { [K in Field<F>]-?: Ask<F[K]> }

const asked = <F extends object>(filter: F, where: Where<F>) =>
  (Object.entries(where) as [Field<F>, Ask<unknown>][]).flatMap(([field, ask]) => {
    const condition = ask(filter[field], filter)
    return condition === null ? [] : [{ field, condition }]
  })

/** SQL: a row fits the whole filter. Every field has its line in `where`: a forgotten or superfluous one does not compile. */
export function fits<F extends object>(filter: F, where: Where<F>): Condition {
  const each = asked(filter, where).map(({ condition }) => sql`(${condition})`)
  return each.length === 0 ? sql`true` : sql`${sql.join(each, sql` and `)}`
}

/** Whether a filter asks anything beside its term. */
export const looksInto = <F extends object>(filter: F, where: Where<F>) =>
  asked(filter, where).some(({ field }) => field !== 'term_id')

type Sorted = { sort?: string | undefined; dir: 'asc' | 'desc' }
/** A column by its name, or what else SQL can sort by; either is never null unless it is said to be. */
type Column = string | Expression<unknown> | Nullable
class Nullable {
  readonly column: Expression<unknown>
  constructor(column: Expression<unknown>) {
    this.column = column
  }
}

/** What is sorted by and may be null, which comes last in both directions. */
export const nullable = (column: string | Expression<unknown>) =>
  new Nullable(typeof column === 'string' ? sql.ref(column) : column)

/**
 * SQL for `orderBy`: by the column that the filter names, then in the list's own order, which ends with the id. Every
 * column of the contract has its line in `by`.
 */
export function order<F extends Sorted>(
  { sort, dir }: F,
  own: Expression<unknown>,
  by: Record<NonNullable<F['sort']>, Column>,
): Expression<unknown> {
  if (sort === undefined) return own
  const column = by[sort as NonNullable<F['sort']>]
  if (column instanceof Nullable) return sql`${column.column} ${sql.raw(dir)} nulls last, ${own}`
  // An index can be walked in this order, both ways.
  return sql`${typeof column === 'string' ? sql.ref(column) : column} ${sql.raw(dir)}, ${own}`
}

/** Which page is shown of so many rows: one beyond the last is the last. */
function placed({ page, per_page }: Paging, total: number) {
  const last_page = Math.max(1, Math.ceil(total / per_page))
  return { total, per_page, current_page: Math.min(page, last_page), last_page }
}

/** One page of an ordered query, with how many rows there are in all: for rows that cost no more than finding them. */
export async function pageOf<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  paging: Paging,
): Promise<Paged<Row>> {
  const { total } = (await query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()) as { total: number }
  const place = placed(paging, total)
  const data = await query
    .limit(paging.per_page)
    .offset((place.current_page - 1) * paging.per_page)
    .execute()
  return { ...place, data: data as Row[] }
}

interface Listing<DB, Tables extends keyof DB, Wide, WideTables extends keyof Wide, Row> {
  /** The rows that the filter finds: nothing selected, nothing joined but what the filter asks of. */
  found: SelectQueryBuilder<DB, Tables, object>
  /** Of these the ones that the viewer may not see: few, and counted by themselves, so that an index can count the rest. */
  unseen?: SelectQueryBuilder<DB, Tables, object>
  /** SQL: how many are found, where that is known without a count. */
  known?: Expression<number> | null
  /** Those that the viewer may see in the order of the list, joined with what they are sorted by. */
  sorted: SelectQueryBuilder<Wide, WideTables, object>
  /** The column of their ids. */
  id: string
  /** What is shown of the rows of these ids, in any order. */
  rows(ids: number[]): Promise<Row[]>
  idOf(row: Row): number
  /**
   * The filter asks more of a row than its term: the rows are counted as they are found, so that each is looked into
   * once. Otherwise an index counts them, and the page is read off another one.
   */
  looksInto?: boolean
}

/**
 * One page of a list, with how many rows there are in all: first the count and the page's ids in one statement, then what
 * is shown of those rows alone. So nested lists are gathered for a page, whatever the list is sorted by.
 */
export async function pageByIds<DB, Tables extends keyof DB, Wide, WideTables extends keyof Wide, Row>(
  db: Pick<Db, 'selectNoFrom'>,
  {
    found,
    unseen,
    known,
    sorted,
    id,
    rows,
    idOf,
    looksInto = false,
  }: Listing<DB, Tables, Wide, WideTables, Row>,
  paging: Paging,
): Promise<Paged<Row>> {
  const idsOf = (page: number) =>
    sorted
      .select(sql.ref<number>(id).as('id'))
      .limit(paging.per_page)
      .offset((page - 1) * paging.per_page)
  const counted = async (page: number) => {
    const rows = (await idsOf(page).select(sql<number>`count(*) over ()`.as('total')).execute()) as {
      id: number
      total: number
    }[]
    return { total: rows[0]?.total ?? (page === 1 ? 0 : null), ids: rows.map((row) => row.id) }
  }
  const count = (query: typeof found) => query.select((eb) => eb.fn.countAll().as('total'))
  const total = sql<number>`${known ?? count(found)} - ${unseen ? count(unseen) : sql.lit(0)}`
  const apart = (page: number) =>
    db
      .selectNoFrom([total.as('total'), sql<number[]>`array${idsOf(page)}`.as('ids')])
      .executeTakeFirstOrThrow()
  const look = looksInto ? counted : apart
  const asked = await look(paging.page)
  const place = placed(paging, asked.total ?? (await look(1)).total ?? 0)
  const { ids } = place.current_page === paging.page ? asked : await look(place.current_page)
  const shown = new Map((ids.length === 0 ? [] : await rows(ids)).map((row) => [idOf(row), row]))
  return { ...place, data: ids.flatMap((one) => shown.get(one) ?? []) }
}
