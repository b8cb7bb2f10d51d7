import { backupUnderWay } from '../platform/backup/under_way.ts'
import type { Services } from '../platform/context.ts'
import { findFileKeys } from './queries.ts'

const HOUR_MS = 60 * 60 * 1000
/** A request comes whole within a quarter of an hour; then its file waits for its turn to be read. */
const ON_ITS_WAY_MS = 2 * HOUR_MS
/** Between a file and the row that speaks of it lies no more than a moment. */
const STRAY_MS = 24 * HOUR_MS
/** More strays than this and than what rows speak of: this is the store of another database. */
const FEW = 10

/**
 * Removes the files that no proposal speaks of, a day after they came, and uploads whose process was killed. Any number
 * of servers may do so at once. Throws, and removes nothing, when most of the store is spoken of by no row.
 */
export async function sweepFiles({ db, files, clock }: Pick<Services, 'db' | 'files' | 'clock'>) {
  const now = +clock()
  await files.sweepTemporary(new Date(now - ON_ITS_WAY_MS))
  const stray: string[] = []
  let known = 0
  for await (const keys of files.keys()) {
    const spokenOf = new Set(await findFileKeys(db, keys))
    known += spokenOf.size
    for (const key of keys) {
      const at = spokenOf.has(key) ? null : await files.changedAt(key)
      if (at && +at < now - STRAY_MS) stray.push(key)
    }
  }
  if (stray.length > FEW && stray.length > known)
    throw new Error(
      `${stray.length} of ${stray.length + known} files in the store are spoken of by no row of this database. None was removed: is it the right one?`,
    )
  // A file that was let go while a backup is taken is still wanted by it.
  if (stray.length === 0 || (await backupUnderWay(db))) return
  for (const key of stray) await files.remove(key)
}
