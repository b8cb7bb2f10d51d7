import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'

/** Statements prepared on one connection until it ends. */
const MAX_PREPARED = 300
/** Characters of their texts: PostgreSQL takes up to 140 bytes of memory for each, so 20 MB on one connection. */
const MAX_PREPARED_TEXT = 150_000
const PREPARABLE = /^\s*(select|with|insert|update|delete)\b/iu
/**
 * A `like` pattern is planned at each use: one plan for all patterns cannot know whether a pattern matches two rows or most
 * of the table, and would fold the pattern again for each row. A query whose plan suits every pattern writes the operator
 * `~~` instead and is prepared.
 */
const LIKE = /\blike\b/iu
/**
 * The PostgreSQL routine that fails when the columns of a prepared statement were changed; the message depends on the
 * locale.
 */
const OUTDATED_PLAN = 'RevalidateCachedQuery'

type Rows<R> = PostgresQueryResult<R>

/** pg takes a statement for prepared even when it then fails to serialize a value, so JSON is written before. */
const serialized = (value: unknown) => (value?.constructor === Object ? JSON.stringify(value) : value)

/**
 * A connection for Kysely's PostgreSQL driver that names each statement by its text: PostgreSQL parses and plans it once
 * per connection, not at each use. Prepared statements end with their connection, which the pool replaces in time.
 */
class NamedStatementClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #isNaming: boolean
  readonly #names = new Map<string, string>()
  #prepared = 0
  #preparedText = 0
  /** While `commit` or `rollback` runs: a statement sent now would run outside the transaction. */
  #isEnding = false

  constructor(client: pg.PoolClient, isNaming: boolean) {
    this.#client = client
    this.#isNaming = isNaming
  }

  query<R>(text: string, values: readonly unknown[]): Promise<Rows<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    query: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<Rows<R>> | PostgresCursor<R> {
    if (typeof query !== 'string') {
      this.#refuseWhileEnding()
      return this.#client.query(query as PostgresCursor<R> & pg.Submittable)
    }
    return query === 'commit' || query === 'rollback' ? this.#end<R>(query) : this.#execute<R>(query, values)
  }

  /** A connection whose transaction could not be ended is closed, so that its next user does not continue it. */
  release() {
    this.#client.release(this.#client.getTransactionStatus() !== 'I')
  }

  async #execute<R>(text: string, values: readonly unknown[]): Promise<Rows<R>> {
    this.#refuseWhileEnding()
    const name = this.#nameOf(text)
    try {
      return (await this.#client.query({ name, text, values: values.map(serialized) })) as never
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.routine !== OUTDATED_PLAN) throw error
      this.#names.clear()
      // Inside a transaction PostgreSQL refuses everything after the failure; the caller has to start again.
      if (this.#client.getTransactionStatus() !== 'I') throw error
      return this.#execute(text, values)
    }
  }

  /** Throws where `commit` rolled back because an error before it was ignored. */
  async #end<R>(text: 'commit' | 'rollback'): Promise<Rows<R>> {
    this.#refuseWhileEnding()
    this.#isEnding = true
    try {
      const result = await this.#client.query(text)
      if (text === 'commit' && result.command !== 'COMMIT')
        throw new Error('A statement of this transaction failed: nothing of it was committed.')
      return result as never
    } finally {
      this.#isEnding = false
    }
  }

  #refuseWhileEnding() {
    if (this.#isEnding) throw new Error('This transaction is ending: it takes no more statements.')
  }

  /** Undefined for a statement that is not prepared. */
  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (!this.#isNaming || !PREPARABLE.test(text) || LIKE.test(text)) return
    if (this.#prepared === MAX_PREPARED || this.#preparedText + text.length > MAX_PREPARED_TEXT) return
    this.#preparedText += text.length
    const name = `s${++this.#prepared}`
    this.#names.set(text, name)
    return name
  }
}

/** The pool as Kysely's PostgreSQL dialect takes it; `isNaming` says whether statements are prepared. */
export function namedStatementPool(pool: pg.Pool, isNaming: boolean): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, NamedStatementClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const created = new NamedStatementClient(client, isNaming)
      clients.set(client, created)
      return created
    },
    end: () => pool.end(),
  }
}
