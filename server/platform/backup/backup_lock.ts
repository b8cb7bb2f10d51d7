import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { StartError } from '../config.ts'

/** A backup that is being taken, among PostgreSQL's advisory locks. */
const BACKUP_LOCK = '7236104855190213461'
/** The migrator's own. */
const MIGRATION_LOCK = '3853314791062309107'

/** Says to every process of this database that a backup begins; it ends with the connection. Throws StartError. */
export async function beginBackup(client: pg.ClientBase) {
  const { rows } = await client.query(`select pg_try_advisory_lock(${BACKUP_LOCK}) as mine`)
  if (!rows[0].mine) throw new StartError('Another backup of this database is being taken.')
}

/** Runs `work` while no server changes the tables. */
export async function withoutMigrations<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query(`select pg_advisory_lock_shared(${MIGRATION_LOCK})`)
  const result = await work()
  await client.query(`select pg_advisory_unlock_shared(${MIGRATION_LOCK})`)
  return result
}

/**
 * Whether a backup is being taken, which may still want every file that a row spoke of when it began. Asked after the
 * write that let a file go: a backup that begins later does not speak of it.
 */
export async function isBackupRunning<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${sql.raw(BACKUP_LOCK)}) as free`.execute(db)
  return !rows[0]!.free
}
