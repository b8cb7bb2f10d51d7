import { type CompiledQuery, type Expression, type Kysely, sql } from 'kysely'
import type { Sent } from './connection.ts'
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

/** A query of Kysely's, or a piece of SQL. */
interface Compiles<Row> {
  compile(db: Kysely<DB>): CompiledQuery<Row>
}
type Built<V extends object, Row> = (db: Kysely<DB>, given: Given<V>) => Compiles<Row>

function compiledOnce<V extends object, Row>(build: Built<V, Row>) {
  let query: CompiledQuery<Row> | null = null
  return (db: Kysely<DB>, values: V): CompiledQuery<Row> => {
    query ??= build(db, (name) => sql.val(new Place(name)) as Expression<never>).compile(db)
    const parameters = query.parameters.map((one) =>
      one instanceof Place ? (values as Record<string, unknown>)[one.name] : one,
    )
    return { ...query, parameters }
  }
}

/**
 * A query that is built and put into SQL at its first use, and only given its values at each: for what nearly every call
 * asks. What the query is may not depend on the values.
 */
export function prepared<V extends object, Row>(
  build: Built<V, Row>,
): (db: Kysely<DB>, values: V) => Promise<Row[]> {
  const compiled = compiledOnce(build)
  return async (db, values) => (await db.executeQuery<Row>(compiled(db, values))).rows
}

/** The same of a query that nobody needs an answer of: see `ahead`. */
export function preparedAhead<V extends object>(
  build: Built<V, unknown>,
): (tx: Kysely<DB>, values: V) => Promise<void> {
  const compiled = compiledOnce(build)
  return (tx, values) => sendAhead(tx, compiled(tx, values))
}

/**
 * In a write, a query that nobody needs an answer of travels with the next one, before it; what it fails of, that one or the
 * end of the write fails of.
 */
export const ahead = (tx: Kysely<DB>, query: Compiles<unknown>) => sendAhead(tx, query.compile(tx))

async function sendAhead(tx: Kysely<DB>, query: CompiledQuery) {
  const sent: Sent = { ...query, ahead: true }
  await tx.executeQuery(sent)
}
