import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Paged, Paging } from '#domain/wire.ts'

type Condition = Expression<SqlBool>

/** What a field of a filter asks of a row, in SQL; null when it asks nothing. */
export type Ask<V> = (value: V, filter: object) => Condition | null

type Field<F> = Exclude<keyof F, keyof Paging | 'sort' | 'dir'>
type Where<F> = { [K in Field<F>]-?: Ask<F[K]> }

/** SQL: a row fits the whole filter. Every field has its line in `where`: a forgotten or superfluous one does not compile. */
export function fits<F extends object>(filter: F, where: Where<F>): Condition {
  const asks = Object.entries(where) as [keyof F, Ask<unknown>][]
  const asked = asks.flatMap(([field, ask]) => ask(filter[field], filter) ?? [])
  if (asked.length === 0) return sql`true`
  const each = asked.map((condition) => sql`(${condition})`)
  return sql`${sql.join(each, sql` and `)}`
}

type Sorted = { sort?: string | undefined; dir: 'asc' | 'desc' }
/** A column by its name, or what else SQL can sort by. */
type Column = string | Expression<unknown>

/**
 * SQL for `orderBy`: by the column that the filter names, nulls last in both directions, then in the list's own order,
 * which ends with the id. Every column of the contract has its line in `by`.
 */
export function order<F extends Sorted>(
  { sort, dir }: F,
  own: Expression<unknown>,
  by: Record<NonNullable<F['sort']>, Column>,
): Expression<unknown> {
  if (sort === undefined) return own
  const column = by[sort as NonNullable<F['sort']>]
  return sql`${typeof column === 'string' ? sql.ref(column) : column} ${sql.raw(dir)} nulls last, ${own}`
}

/** One page of an ordered query, with how many rows there are in all; a page beyond the last is the last. */
export async function pageOf<Db, Tables extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Tables, Row>,
  { page, per_page }: Paging,
): Promise<Paged<Row>> {
  const { total } = (await query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()) as { total: number }
  const last_page = Math.max(1, Math.ceil(total / per_page))
  const current_page = Math.min(page, last_page)
  const data = await query
    .limit(per_page)
    .offset((current_page - 1) * per_page)
    .execute()
  return { total, per_page, current_page, last_page, data: data as Row[] }
}
