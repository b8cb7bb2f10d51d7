import { Kysely } from 'kysely'
import pg from 'pg'
import { PooledDialect } from './driver.ts'
import { NamingClient } from './named.ts'
import type { DB } from './tables.gen.ts'

export type { DB }

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const NUMERIC = 1700

/** The wire's own forms, straight from the driver: numbers, ISO instants, plain dates. */
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [NUMERIC, Number],
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => new Date(text).toISOString()],
])

/** PostgreSQL 17 and newer know the setting. */
const LONGEST = `select set_config(name, $1::text, false) from pg_settings where name = 'transaction_timeout'`

export interface Database {
  db: Kysely<DB>
  pool: pg.Pool
  close(): Promise<void>
}

/** A connection stays so long without use, and so long in all; in ms and s. What it has planned goes with it. */
const IDLE = 5 * 60 * 1000
const LIFE = 60 * 60

export interface Opening {
  /** Connections at once. */
  max?: number
  /** How long a transaction may take, in ms. */
  longest?: number
  /** Whether statements are kept planned on their connection: not through a PgBouncer that lends it for one transaction. */
  named?: boolean
}

/** Opens a pool of connections on a PostgreSQL database. */
export function openDatabase(url: string, { max = 10, longest, named = true }: Opening = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: IDLE,
    maxLifetimeSeconds: LIFE,
    Client: NamingClient,
    ...{ named },
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  // A connection that dies while idle is replaced by the pool at the next query; one that is lent ends its own query.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  if (longest !== undefined)
    pool.on('connect', (client) => void client.query(LONGEST, [longest]).catch(() => {}))
  const db = new Kysely<DB>({ dialect: new PooledDialect(pool) })
  return { db, pool, close: () => db.destroy() }
}
