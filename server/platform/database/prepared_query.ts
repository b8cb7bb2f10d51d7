import { type CompiledQuery, type Expression, type Kysely, sql } from 'kysely'
import type { DB } from './tables.gen.ts'

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Makes a named parameter. */
export type Param<V> = <K extends keyof V & string>(name: K) => Expression<V[K]>

/** A Kysely query or an `sql` fragment. */
interface Compilable<Row> {
  compile(db: Kysely<DB>): CompiledQuery<Row>
}

/**
 * Compiles a query at its first use; later uses only fill in the parameters. For queries that nearly every request needs.
 * The structure of the query must not depend on the values.
 */
export function prepareQuery<V extends object, Row>(
  build: (db: Kysely<DB>, param: Param<V>) => Compilable<Row>,
): (db: Kysely<DB>, values: V) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | null = null
  return async (db, values) => {
    compiled ??= build(db, (name) => sql.val(new Placeholder(name)) as Expression<never>).compile(db)
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? (values as Record<string, unknown>)[parameter.name] : parameter,
    )
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
