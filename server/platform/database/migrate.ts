import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { StartError } from '../config.ts'
import { VERSION } from '../version.ts'
import { findApplied, recordHashes, refuseForeign, refuseNewer } from './applied_migrations.ts'
import { repairEarly } from './early_databases.ts'
import { type MigrationFile, migrationFiles } from './migration_files.ts'

export const migrationNames = async () => (await migrationFiles()).map(({ name }) => name)

/** Key of Kysely's migration lock. */
export const MIGRATION_LOCK = '3853314791062309107'

/**
 * Migrates to the newest version: completely or not at all, under a lock because several servers may start at once.
 * Throws StartError, also for a database that does not fit this program.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect().catch((error: Error) => {
    throw notMigrated(error)
  })
  let failed = true
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await migrateOn(client)
    await client.query('commit')
    failed = false
  } catch (error) {
    throw error instanceof StartError ? error : notMigrated(error as Error)
  } finally {
    client.release(failed)
  }
}

/** Throws StartError unless the database has exactly the tables of this program. */
export async function requireTables(pool: pg.Pool): Promise<void> {
  if (await isEmpty(pool))
    throw new StartError('This database has no tables yet: the first start of the server creates them.')
}

/** Creates the tables of an empty database. Throws StartError unless another one has exactly those of this program. */
export async function createTables(pool: pg.Pool): Promise<void> {
  if (await isEmpty(pool)) await migrate(pool)
}

/** Whether no migration was applied. Throws StartError when some were, but not exactly those of this program. */
async function isEmpty(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect().catch((error: Error & { code?: string }) => {
    throw new StartError(`The database cannot be reached (${error.message || error.code}).`)
  })
  try {
    const applied = await findApplied(client)
    const files = await migrationFiles()
    refuseNewer(applied, files)
    if (applied.length > 0 && applied.length < files.length)
      throw new StartError(
        'The database is older than this program, and only a start of the server upgrades it: ' +
          'use the version of the program that is running, or start the new one first.',
      )
    refuseForeign(applied, files)
    return applied.length === 0
  } finally {
    client.release()
  }
}

/** Migrates inside the client's open transaction, to the newest version or by the named migrations only. Throws StartError. */
export async function migrateOn(client: pg.ClientBase, names?: string[]): Promise<void> {
  const files = await migrationFiles()
  const found = await findApplied(client)
  const isUnrecorded = found.length > 0 && found.every(({ sha256 }) => sha256 === null)
  if (isUnrecorded) {
    await repairEarly(client, found)
    await recordHashes(client, files, null)
  }
  const applied = isUnrecorded ? await findApplied(client) : found
  refuseForeign(applied, files)
  const wanted = names ? files.filter(({ name }) => names.includes(name)) : files
  if (wanted.every(({ name }) => applied.some((one) => one.name === name))) return
  await apply(client, wanted)
  await recordHashes(client, files, VERSION)
}

async function apply(client: pg.ClientBase, files: MigrationFile[]) {
  const connection = { query: client.query.bind(client), release() {} }
  const pool = { connect: async () => connection, end: async () => {} } as unknown as pg.Pool
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  // Kysely's own error is that of the statement after the one that failed.
  let cause: Error | undefined
  const up = (file: MigrationFile) => async (on: Kysely<unknown>) => {
    await sql
      .raw(file.text)
      .execute(on)
      .catch((error: Error) => {
        cause = new Error(`${file.name}: ${error.message}`)
        throw error
      })
  }
  const migrations = Object.fromEntries(files.map((file) => [file.name, { up: up(file) }]))
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    disableTransactions: true,
    // Between two releases a migration may land after one with a higher number.
    allowUnorderedMigrations: true,
  }).migrateToLatest()
  if (error) throw notMigrated(cause ?? (error as Error))
}

const notMigrated = (error: Error) => new StartError(`The database could not be migrated: ${error.message}`)
