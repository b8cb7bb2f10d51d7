import { type CompiledQuery, type Expression, type Kysely, sql } from 'kysely'
import type { DB } from './tables.gen.ts'

/** Takes the place of a value in the compiled query. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The parameter of a prepared query that has this name. */
export type Param<V> = <K extends keyof V & string>(name: K) => Expression<V[K]>

/** A query of Kysely's, or a piece of SQL. */
interface Compilable<Row> {
  compile(db: Kysely<DB>): CompiledQuery<Row>
}

/**
 * A query that Kysely builds and compiles at its first use only; each later use just fills in the parameters. For queries
 * that nearly every request needs. Its structure must not depend on the values.
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
