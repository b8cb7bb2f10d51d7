import { type Compilable, type CompiledQuery, type Expression, type Kysely, sql } from 'kysely'
import type { DB } from './tables.gen.ts'

/** Stands for a value that is not known yet. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The place of a given value in a query. */
export type Given<V> = <K extends keyof V & string>(name: K) => Expression<V[K]>

/**
 * A query that is built and put into SQL at its first use, and only given its values at each: for what nearly every call
 * asks. What the query is may not depend on the values.
 */
export function prepared<V extends object, Row>(
  build: (db: Kysely<DB>, given: Given<V>) => Compilable<Row>,
): (db: Kysely<DB>, values: V) => Promise<Row[]> {
  let query: CompiledQuery<Row> | null = null
  return async (db, values) => {
    query ??= build(db, (name) => sql.val(new Place(name)) as Expression<never>).compile()
    const parameters = query.parameters.map((one) =>
      one instanceof Place ? (values as Record<string, unknown>)[one.name] : one,
    )
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
