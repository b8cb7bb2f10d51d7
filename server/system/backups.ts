import { isBackupOverdue } from '#domain/system/backups.ts'
import { getSetting } from '../masters/settings.ts'
import type { Db } from '../platform/context.ts'
import { isDemonstration } from '../platform/database/demonstration_mark.ts'
import {
  countKeptBackups,
  findFirstUse,
  findLastBackup,
  findLastFailure,
  insertBackup,
  insertFailedBackup,
  markRemoved,
} from './backup_queries.ts'

export interface Backup {
  /** The moment that the archive holds. */
  made_at: string
  file: string
  bytes: number
  /** Files that rows refer to and that the store did not have. */
  missing_files: number
  /** When the archive was read back whole. */
  checked_at: string
}

/** Records a backup that was read back and found whole. */
export const recordBackup = (db: Db, backup: Backup) => insertBackup(db, backup)

/** Records that a backup failed, and why. */
export const recordFailedBackup = (db: Db, failed: { made_at: string; file: string; failure: string }) =>
  insertFailedBackup(db, failed)

/** Records that `--keep` removed an archive. */
export const recordRemovedBackup = (db: Db, file: string, at: Date) => markRemoved(db, file, at)

/** The newest backup that was read back and found whole; null when there has been none. */
export const lastBackup = async (db: Db): Promise<Backup | null> => (await findLastBackup(db)) ?? null

/** Number and size, in bytes, of the archives that were written and not removed by `--keep`. */
export const keptBackups = (db: Db): Promise<{ count: number; bytes: number }> => countKeptBackups(db)

export interface BackupState {
  last: Backup | null
  /** The newest attempt, if it failed. */
  failed: { made_at: string; failure: string } | null
  /** The last backup is older than the office's setting allows; false in a demonstration. */
  overdue: boolean
}

/** What the Dashboard, the System page and `admin check` say about backups. */
export async function backupState(db: Db, now: Date): Promise<BackupState> {
  const last = await lastBackup(db)
  const since = last?.made_at ?? (await findFirstUse(db))
  const days = await getSetting(db, 'backup_warning_days')
  const overdue = isBackupOverdue(since, days, now) && !(await isDemonstration(db))
  return { last, failed: await findLastFailure(db), overdue }
}
