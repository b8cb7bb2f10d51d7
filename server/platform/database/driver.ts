import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { Connection } from './connection.ts'
import type { NamingClient } from './named.ts'

/** Lends the connections of a pool. */
class Pooled implements Driver {
  #pool: pg.Pool
  #connections = new WeakMap<pg.PoolClient, Connection>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async init() {}

  async acquireConnection() {
    const client = await this.#pool.connect()
    const connection = this.#connections.get(client) ?? new Connection(client as pg.PoolClient & NamingClient)
    this.#connections.set(client, connection)
    return connection
  }

  /** Throws where more is asked of a write than that it reads what is committed, and may write. */
  async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ) {
    if (isolationLevel ?? accessMode) throw new Error('A write has no level or mode but the usual one.')
    own(connection).begin()
  }
  commitTransaction = (connection: DatabaseConnection) => own(connection).commit()
  rollbackTransaction = (connection: DatabaseConnection) => own(connection).rollback()
  savepoint = saying('savepoint')
  rollbackToSavepoint = saying('rollback to savepoint')
  releaseSavepoint = saying('release savepoint')
  releaseConnection = async (connection: DatabaseConnection) => own(connection).release()
  destroy = () => this.#pool.end()
}

const own = (connection: DatabaseConnection) => connection as Connection

/** Says something of the savepoint of a name. */
function saying(what: string) {
  return async (connection: DatabaseConnection, name: string) => {
    await connection.executeQuery(CompiledQuery.raw(`${what} "${name.replaceAll('"', '""')}"`))
  }
}

/** PostgreSQL through a pool, with connections on which a write says several things at once. */
export class PooledDialect extends PostgresDialect {
  #pool: pg.Pool

  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver() {
    return new Pooled(this.#pool)
  }
}
