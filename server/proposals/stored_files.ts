import { invalid } from '#domain/errors.ts'
import type { ProposalInput } from '#domain/proposals/contract.ts'
import { EMPTY_FILE, hasFileEnding, PDF, plainFileName, type SentFile } from '#domain/upload.ts'
import { isBackupRunning } from '../platform/backup/backup_lock.ts'
import type { Ctx, Services } from '../platform/context.ts'
import { whyNotPdf } from '../platform/pdf/append.ts'
import { findFileKeys } from './queries.ts'
import type { PdfColumns } from './save.ts'

const NO_PDF: PdfColumns = { file_key: null, original_file_name: null, file_size: null }

/** Stores the uploaded PDF and returns the columns to save. Throws 'invalid' for a bad PDF. */
export async function storePdf(ctx: Ctx, { file, remove_file }: ProposalInput): Promise<Partial<PdfColumns>> {
  if (file instanceof Blob || !file) return remove_file ? NO_PDF : {}
  const why = await whyNotStore(file, ctx.actor.id)
  if (why) throw invalid({ file: why })
  return {
    file_key: await ctx.files.put(file),
    original_file_name: storedName(file),
    file_size: file.size,
  }
}

/** Removes an unreferenced file, unless a backup is running. Failure is ignored: the file is removed later. */
export async function removeFile(ctx: Ctx, key: string | null | undefined) {
  if (!key || (await isBackupRunning(ctx.db).catch(() => true))) return
  await ctx.files.remove(key).catch(() => undefined)
}

const whyNotStore = async ({ name, path, size }: SentFile, user: number) => {
  if (!hasFileEnding(name, PDF)) return PDF.wrong
  return size === 0 ? EMPTY_FILE : whyNotPdf(path, user)
}

/** The name to store; a file named only '.pdf' becomes 'proposal.pdf'. */
function storedName({ name }: SentFile) {
  const plainName = plainFileName(name)
  return plainName.length === PDF.end.length ? `proposal${PDF.end}` : plainName
}

const HOUR_MS = 60 * 60 * 1000
/** Age at which a temporary upload is abandoned: requests take at most 15 minutes, plus the wait for the PDF check. */
const UPLOAD_MS = 2 * HOUR_MS
/** Age at which an unreferenced file is stray; usually the row is written moments after the file. */
const STRAY_MS = 24 * HOUR_MS
/** With more strays than this, and more than referenced files, the store probably belongs to another database. */
const MAX_PLAUSIBLE_STRAYS = 10

/**
 * Removes files that no proposal has referred to for a day, and uploads whose process was killed. Safe to run on several
 * servers at once. Throws, and removes nothing, if most of the store is unreferenced.
 */
export async function removeStrayFiles({ db, files, clock }: Pick<Services, 'db' | 'files' | 'clock'>) {
  const now = +clock()
  await files.sweepTemporary(new Date(now - UPLOAD_MS))
  const stray: string[] = []
  let referencedCount = 0
  for await (const keys of files.keys()) {
    const referenced = new Set(await findFileKeys(db, keys))
    referencedCount += referenced.size
    for (const key of keys) {
      const changedAt = referenced.has(key) ? null : await files.changedAt(key)
      if (changedAt && +changedAt < now - STRAY_MS) stray.push(key)
    }
  }
  if (stray.length > MAX_PLAUSIBLE_STRAYS && stray.length > referencedCount)
    throw new Error(
      `${stray.length} of ${stray.length + referencedCount} files in the store are referenced by no row of this database. None was removed: is it the right one?`,
    )
  // A running backup may still need a file that is no longer referenced.
  if (stray.length === 0 || (await isBackupRunning(db))) return
  for (const key of stray) await files.remove(key)
}
