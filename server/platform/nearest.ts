import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { HOLDS, type Near } from '#domain/search/kinds.ts'
import type { Db } from './context.ts'

type Condition = Expression<SqlBool>

interface Nearness {
  /** Which rows come first, and how near each of these is. */
  first: Condition
  near: Expression<Near>
  /** Which other rows hold the text: conditions, none of them true of a row of another. */
  rest: Condition[]
  /** The order of rows that are equally near. */
  own: Expression<unknown>
  /** The same order by the names of what is selected: it makes one list of several parts of the rest. */
  joined?: Expression<unknown>
  most: number
}

/**
 * So many rows, the nearest first. What is first is few and sorted; of the rest each part is looked for by itself and no
 * further than that, in its own order or by its texts, whichever PostgreSQL takes for shorter.
 */
export async function nearest<DB, Tables extends keyof DB, Row>(
  db: Db,
  rows: SelectQueryBuilder<DB, Tables, Row>,
  { first, near, rest, own, joined = sql`place`, most }: Nearness,
) {
  const part = (condition: Condition, how: Expression<Near>, by: Expression<unknown>) =>
    rows
      .where(condition)
      .select([sql<Near>`${how}`.as('near'), sql<number>`row_number() over (order by ${by})`.as('place')])
      .orderBy(by)
      .limit(most)
  const parts = [
    part(first, near, sql`${near}, ${own}`),
    ...rest.map((condition) =>
      part(sql`${condition} and ${first} is not true`, sql<Near>`${HOLDS}::int`, own),
    ),
  ]
  const found = await sql<Row & { near: Near }>`select * from (${sql.join(
    parts.map((one) => sql`(${one})`),
    sql` union all `,
  )}) as found order by near, ${joined} limit ${most}`.execute(db)
  return found.rows
}
