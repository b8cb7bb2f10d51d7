import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'

export const insertBackup = (
  db: Db,
  backup: { made_at: string; file: string; bytes: number; missing_files: number; checked_at: string },
) => db.insertInto('backups').values(backup).execute()

export const insertFailedBackup = (db: Db, failed: { made_at: string; file: string; failure: string }) =>
  db.insertInto('backups').values(failed).execute()

export const markRemoved = (db: Db, file: string, at: Date) =>
  db
    .updateTable('backups')
    .set({ removed_at: at.toISOString() })
    .where('file', '=', file)
    .where('removed_at', 'is', null)
    .execute()

/** The newest backup that was read back and found whole, also if it has been removed since. */
export const findLastBackup = (db: Db) =>
  db
    .selectFrom('backups')
    .select(['made_at', 'file', 'bytes', 'missing_files', 'checked_at'])
    .where('checked_at', 'is not', null)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ bytes: number; checked_at: string }>()
    .executeTakeFirst()

/** The newest attempt, if it failed. */
export async function findLastFailure(db: Db) {
  const last = await db
    .selectFrom('backups')
    .select(['made_at', 'file', 'failure'])
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && last.failure !== null ? { ...last, failure: last.failure } : null
}

/** Number and size, in bytes, of the archives that were written and not removed by `--keep`. */
export const countKeptBackups = (db: Db) =>
  db
    .selectFrom('backups')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'),
    ])
    .where('failure', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()

/** When the first user was added; null without users. */
export async function findFirstUse(db: Db): Promise<string | null> {
  const { at } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}
