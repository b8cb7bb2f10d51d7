import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { readingOf } from './copied.ts'
import type { NamingClient } from './named.ts'
import type { Statement } from './together.ts'

/** A query that may travel with the one after it, for nobody needs its answer. */
export type Sent = CompiledQuery & { ahead?: true }

/** What is answered for a statement that has not been sent yet. */
export const NOT_YET: QueryResult<never> = { rows: [] }

const WRITES = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']
const BEGIN: Statement = { text: 'begin', values: [] }
const COMMIT: Statement = { text: 'commit', values: [] }
/** So many rows of a stream come at a time where nobody says how many. */
const MOST_AT_ONCE = 100
const ROLLBACK = /^\s*rollback\b/iu

type Client = NamingClient & pg.PoolClient

/**
 * A connection on which a write asks what needs no answer together with what does: its beginning goes with its first
 * statement, its last words with its end. All run in the order in which they were given.
 */
export class Connection implements DatabaseConnection {
  readonly client: Client
  #writes = false
  /** While a write ends: what would be asked of it then would stay behind it, or wait for whoever comes next. */
  #ends = false
  /** While a rollback has not succeeded. */
  #isOpen = false
  #ahead: Statement[] = []

  constructor(client: Client) {
    this.client = client
  }

  async executeQuery<R>({ sql: text, parameters, ahead }: Sent): Promise<QueryResult<R>> {
    if (this.#ends) throw new Error('This write ends: nothing can be asked of it any more.')
    // What can not be written fails here: where pg fails of it, it takes the statement for planned from then on.
    const statement = { text, values: parameters.map((value) => prepareValue(value)) }
    if (ahead && this.#writes) {
      this.#ahead.push(statement)
      return NOT_YET
    }
    const { command, rowCount, rows } = await this.#send(statement)
    return { rows: rows ?? [], ...(WRITES.includes(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  async *streamQuery<R>(
    { sql: text, parameters }: CompiledQuery,
    size = MOST_AT_ONCE,
  ): AsyncIterableIterator<QueryResult<R>> {
    await this.#flush()
    const reading = this.client.query(readingOf<R>(text, [...parameters]))
    try {
      for (let rows = await reading.read(size); rows.length > 0; rows = await reading.read(size))
        yield { rows }
    } finally {
      await reading.close()
    }
  }

  begin() {
    this.#writes = true
    this.#ahead = [BEGIN]
  }

  /** Throws where PostgreSQL has rolled back instead, because a failure before was not heeded. */
  async commit() {
    const { command } = await this.#end(this.client.together([...this.#take(), COMMIT]))
    if (command !== 'COMMIT') throw new Error('A statement of this write failed: nothing of it is kept.')
  }

  async rollback() {
    const begun = this.#take()[0] !== BEGIN
    this.#isOpen = begun
    if (begun) await this.#end(this.client.query('rollback'))
    this.#writes = false
    this.#isOpen = false
  }

  /** Gives the client back; one on which a write may still be open is closed: the next would keep what it left. */
  release() {
    this.client.release(this.#isOpen)
  }

  async #end<T>(said: Promise<T>): Promise<T> {
    this.#writes = false
    this.#ends = true
    try {
      return await said
    } finally {
      this.#ends = false
    }
  }

  #take() {
    const ahead = this.#ahead
    this.#ahead = []
    return ahead
  }

  async #flush() {
    if (this.#ahead.length > 0) await this.client.together(this.#take())
  }

  /** What has no values may be several statements in one, which travel alone. */
  async #send(statement: Statement) {
    const { text, values } = statement
    if (ROLLBACK.test(text)) this.#take()
    if (values.length === 0) await this.#flush()
    return this.#ahead.length === 0
      ? this.client.query(text, values)
      : this.client.together([...this.#take(), statement])
  }
}
