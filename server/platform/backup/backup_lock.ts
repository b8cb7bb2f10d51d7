import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { StartError } from '../config.ts'
import { MIGRATION_LOCK } from '../database/migrate.ts'

/** Key of our advisory lock. */
const BACKUP_LOCK = '7236104855190213461'

/** Takes the backup lock until the connection ends. Throws StartError when another backup is running. */
export async function beginBackup(client: pg.ClientBase) {
  const { rows } = await client.query(`select pg_try_advisory_lock(${BACKUP_LOCK}) as mine`)
  if (!rows[0].mine) throw new StartError('Another backup of this database is being taken.')
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
