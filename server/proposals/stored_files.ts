import { invalid } from '#domain/errors.ts'
import { PDF, type ProposalInput } from '#domain/proposals/contract.ts'
import { EMPTY_FILE, hasFileEnding, plainFileName, type SentFile } from '#domain/upload.ts'
import { isBackupRunning } from '../platform/backup/backup_lock.ts'
import type { Ctx, Services } from '../platform/context.ts'
import { whyNotPdf } from '../platform/pdf/append.ts'
import { findFileKeys } from './queries.ts'
import type { PdfColumns } from './save.ts'

const NO_PDF: PdfColumns = { file_key: null, original_file_name: null, file_size: null }
const WRONG_NAME = 'The name of a PDF file must end in .pdf.'

/** Stores the PDF that came with the form, or says that the stored one is removed. Throws 'invalid' for a bad PDF. */
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

/** Removes a file that nothing points to any more, unless a backup is being taken. A file that remains does no harm. */
export async function removeFile(ctx: Ctx, key: string | null | undefined) {
  if (!key || (await isBackupRunning(ctx.db).catch(() => true))) return
  await ctx.files.remove(key).catch(() => undefined)
}

const whyNotStore = async ({ name, path, size }: SentFile, user: number) => {
  if (!hasFileEnding(name, PDF)) return WRONG_NAME
  return size === 0 ? EMPTY_FILE : whyNotPdf(path, user)
}

/** The name a file is stored under; one that is only an extension gets a name. */
function storedName({ name }: SentFile) {
  const plainName = plainFileName(name)
  return plainName.length === PDF.end.length ? `proposal${PDF.end}` : plainName
}

const HOUR_MS = 60 * 60 * 1000
/** A request arrives within a quarter of an hour; then its file waits until it is read. */
const UPLOAD_MS = 2 * HOUR_MS
/** A file and the row that refers to it are written within a moment. */
const STRAY_MS = 24 * HOUR_MS
/** With more strays than this, and more than known files, the store belongs to another database. */
const MAX_PLAUSIBLE_STRAYS = 10

/**
 * Removes files that no proposal refers to, a day after they came, and uploads whose process was killed. Any number
 * of servers may do so at once. Throws, and removes nothing, when no row refers to most of the store.
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
      `${stray.length} of ${stray.length + referencedCount} files in the store are spoken of by no row of this database. None was removed: is it the right one?`,
    )
  // A backup that is being taken may still need a file that is no longer referred to.
  if (stray.length === 0 || (await isBackupRunning(db))) return
  for (const key of stray) await files.remove(key)
}
