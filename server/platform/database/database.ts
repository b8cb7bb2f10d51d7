import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { namedStatementPool } from './named_statements.ts'
import type { DB } from './tables.gen.ts'

export type { DB }

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const NUMERIC = 1700

/** Parses values into what the API sends: numbers, ISO timestamps, plain dates. */
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [NUMERIC, Number],
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => new Date(text).toISOString()],
])

/** PostgreSQL 17 and newer know this setting. */
const SET_TRANSACTION_TIMEOUT = `select set_config(name, $1::text, false) from pg_settings where name = 'transaction_timeout'`

export interface Database {
  db: Kysely<DB>
  pool: pg.Pool
  close(): Promise<void>
}

/** Connections are closed when idle for this long or at this age, which frees their prepared statements. */
const IDLE_MS = 5 * 60 * 1000
const MAX_AGE_S = 60 * 60

export interface DatabaseOptions {
  /** Size of the pool: a few connections keep the processors busy, and each holds 20 MB of plans. */
  max?: number
  /** Maximum duration of a transaction, in ms. */
  transactionTimeout?: number
  /** Whether statements are prepared: false behind PgBouncer in transaction mode. */
  named?: boolean
}

export function openDatabase(
  url: string,
  { max = 5, transactionTimeout, named = true }: DatabaseOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: MAX_AGE_S,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  // The pool replaces a connection that dies while idle; one in use fails its own query. Without listeners both would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  if (transactionTimeout !== undefined)
    pool.on(
      'connect',
      (client) => void client.query(SET_TRANSACTION_TIMEOUT, [transactionTimeout]).catch(() => {}),
    )
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: namedStatementPool(pool, named), cursor: Cursor }),
  })
  const close = async () => {
    await db.destroy()
    // Kysely ends the pool only if it was used.
    if (!pool.ended) await pool.end()
  }
  return { db, pool, close }
}
