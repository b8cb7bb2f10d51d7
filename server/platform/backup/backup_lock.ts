import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { StartError } from '../config.ts'
import { MIGRATION_LOCK } from '../database/migrate.ts'

/** Key of our advisory lock. */
const BACKUP_LOCK = '7236104855190213461'

/** How long a backup waits for the lock: one that has just ended holds it until PostgreSQL sees that its connection has. */
const WAIT_MS = 5_000
/** PostgreSQL's code for a lock that was not to be had in time (lock_not_available). */
const NOT_AVAILABLE = '55P03'

/** Takes the backup lock until the connection ends. Throws StartError when another backup is running. */
export async function beginBackup(client: pg.ClientBase) {
  await client.query(`set lock_timeout = ${WAIT_MS}`)
  await client.query(`select pg_advisory_lock(${BACKUP_LOCK})`).catch((error) => {
    if (error.code !== NOT_AVAILABLE) throw error
    throw new StartError('Another backup of this database is being taken.')
  })
  await client.query('reset lock_timeout')
}

/** Runs `work` while no server migrates the database. */
export async function withoutMigrations<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query(`select pg_advisory_lock_shared(${MIGRATION_LOCK})`)
  const result = await work()
  await client.query(`select pg_advisory_unlock_shared(${MIGRATION_LOCK})`)
  return result
}

/**
 * Whether a running backup may still need files that are no longer referred to. Check after the write that dropped the
 * reference: backups that start later do not include the file.
 */
export async function isBackupRunning<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${sql.raw(BACKUP_LOCK)}) as free`.execute(db)
  return !rows[0]!.free
}
