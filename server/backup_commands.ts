import { statSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openArchive } from './platform/backup/archive.ts'
import { backUp } from './platform/backup/backup.ts'
import type { Manifest } from './platform/backup/catalogue.ts'
import { restore } from './platform/backup/restore.ts'
import { verifyArchive } from './platform/backup/verify.ts'
import { type Config, StartError } from './platform/config.ts'
import type { Db } from './platform/context.ts'
import { openDatabase } from './platform/database/database.ts'
import { openFiles } from './platform/files.ts'
import { reachDatabase, shareDatabase } from './process.ts'
import { recordBackup, recordFailedBackup, recordRemovedBackup } from './system/backups.ts'

type Say = (line: string) => void

/** Backs up to a new file, also while a server runs, reads the archive back, and records it. Throws StartError. */
export async function backupCommand(config: Config, file: string, say: Say): Promise<void> {
  await withBackups(config, say, (take) => take(resolve(file)))
}

/**
 * Backs up to a new file in `folder`, then removes the oldest archives of this command until `keep` are left. Removes
 * nothing when the backup fails, is not whole, or lacks files that older ones may have. Throws StartError.
 */
export async function keepBackupsCommand(
  config: Config,
  { folder, keep }: { folder: string; keep: number },
  say: Say,
): Promise<void> {
  const place = resolve(folder)
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory())
    throw new StartError(`${folder} is not a folder: with --keep, name the folder of the archives.`)
  await withBackups(config, say, async (take, db) => {
    const now = new Date()
    await take(join(place, archiveName(now)))
    for (const name of await outdated(place, keep, now)) {
      await rm(join(place, name))
      say(`${join(place, name)} was removed.`)
      if (!name.endsWith(PART)) await recordRemovedBackup(db, join(place, name), now).catch(notRecorded(say))
    }
  })
}

const PART = '.part'
/** A `.part` file so old is what a killed backup left. */
const STALE_PART_MS = 24 * 60 * 60 * 1000

/** Such as ao-2026-11-22T021500Z.zip; the names sort by time. */
const archiveName = (at: Date) =>
  `ao-${at
    .toISOString()
    .replace(/[.]\d+/u, '')
    .replaceAll(':', '')}.zip`
const ARCHIVE_NAME = /^ao-\d{4}-\d\d-\d\dT\d{6}Z[.]zip(?:[.]part)?$/u

/** The files of archiveName in a folder that are older than the newest `keep`, and stale unfinished ones. */
async function outdated(folder: string, keep: number, now: Date): Promise<string[]> {
  const ours = (await readdir(folder)).filter((name) => ARCHIVE_NAME.test(name)).sort()
  const stale: string[] = []
  for (const name of ours.filter((one) => one.endsWith(PART))) {
    const { mtime } = await stat(join(folder, name))
    if (+now - +mtime > STALE_PART_MS) stale.push(name)
  }
  return [...ours.filter((name) => !name.endsWith(PART)).slice(0, -keep), ...stale]
}

type Take = (file: string) => Promise<void>

/** Provides `take`, which takes a backup to a file, verifies and records it, and throws when anything is amiss. */
async function withBackups(config: Config, say: Say, work: (take: Take, db: Db) => Promise<void>) {
  const { url, stop } = await shareDatabase(config, { mayCreate: false, log: say })
  const { db, close } = openDatabase(url, { max: 1, named: config.databasePrepared })
  const { signal, forget } = untilInterrupted()
  const take: Take = async (file) => {
    const taken = await takeBackup(config, url, file, signal).catch(async (error: Error) => {
      const failed = { made_at: new Date().toISOString(), file, failure: error.message }
      await recordFailedBackup(db, failed).catch(notRecorded(say))
      throw error
    })
    await recordBackup(db, taken.backup).catch(notRecorded(say))
    say(`${file}: ${countsOf(taken)}, as they stood at ${taken.made_at}. It was read back and is whole.`)
    if (taken.missing.length > 0)
      throw new StartError(
        `The backup is written, but ${taken.missing.length} files that rows speak of are lost: ${taken.missing.join(', ')}.`,
      )
  }
  try {
    await work(take, db)
  } finally {
    forget()
    await close()
    await stop()
  }
}

async function takeBackup({ dataDir, filesUrl }: Config, url: string, file: string, signal: AbortSignal) {
  const manifest = await backUp(file, { url, files: openFiles(dataDir, filesUrl), signal })
  const archive = await openArchive(file)
  archive.close()
  const backup = {
    made_at: manifest.made_at,
    file,
    bytes: statSync(file).size,
    missing_files: manifest.missing.length,
    checked_at: new Date().toISOString(),
  }
  return { ...manifest, backup }
}

/** A backup is good without its record: the database may be older than the table, or have gone. */
const notRecorded = (say: Say) => (error: Error) =>
  say(`This could not be recorded in the database: ${error.message}`)

/** Verifies an archive without a database. Throws StartError. */
export async function checkBackupCommand(file: string, say: Say): Promise<void> {
  const manifest = await verifyArchive(file)
  const maker = manifest.program ? `version ${manifest.program}` : 'a version before 0.4.0'
  say(
    `${file} is whole: ${countsOf(manifest)}, as they stood at ${manifest.made_at}, by ${maker} on PostgreSQL ${manifest.postgres}. This program can restore it.`,
  )
  if (manifest.missing.length > 0)
    throw new StartError(
      `It lacks ${manifest.missing.length} files that rows speak of: ${manifest.missing.join(', ')}.`,
    )
}

/** Restores a backup into an empty database; waiting mails and events are held, and web hooks switched off, unless `sendWaiting`. Throws StartError. */
export async function restoreCommand(config: Config, file: string, sendWaiting: boolean, say: Say) {
  const archive = await openArchive(file)
  const { url, stop } = await reachDatabase(config, say)
  try {
    const files = openFiles(config.dataDir, config.filesUrl)
    const restored = await restore(archive, { url, files, sendWaiting })
    say(`${countsOf(restored)} are back as they stood at ${restored.made_at}.`)
    if (restored.revokedTokens > 0)
      say(
        `${counted(restored.revokedTokens, 'API token')} revoked: make new ones for what is to use this system. With --send-waiting they are kept.`,
      )
    if (restored.heldMails > 0)
      say(
        `${counted(restored.heldMails, 'mail', 'that waited')} held as failed: Retry all failed in the Mail log sends them.`,
      )
    if (restored.webHooksOff > 0 || restored.heldDeliveries > 0)
      say(
        `${counted(restored.webHooksOff, 'web hook')} switched off, and ${counted(restored.heldDeliveries, 'event', 'that waited for web hooks')} held as failed: System, Web hooks switches them on and sends them.`,
      )
  } finally {
    archive.close()
    await stop()
  }
}

/** '1 API token is', '2 events that waited are'. */
const counted = (count: number, noun: string, which = '') =>
  [`${count} ${noun}${count === 1 ? '' : 's'}`, which, count === 1 ? 'is' : 'are'].filter(Boolean).join(' ')

function countsOf({ tables, files }: Manifest) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return `${rows} rows of ${tables.length} tables and ${files.length} files of ${Math.ceil(bytes / 1_000_000)} MB`
}

/** Aborts at SIGINT or SIGTERM, until `forget` is called. */
function untilInterrupted() {
  const interrupted = new AbortController()
  const abort = () => interrupted.abort()
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, abort)
  const forget = () => {
    for (const signal of signals) process.off(signal, abort)
  }
  return { signal: interrupted.signal, forget }
}
