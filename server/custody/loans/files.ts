import { open } from 'node:fs/promises'
import { whyClosed, whyNotReport } from '#domain/custody/loans/rules.ts'
import { saved } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import { EMPTY_FILE, hasFileEnding, NOT_PHOTO, PDF, plainFileName, type SentFile } from '#domain/upload.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { isLostConnection } from '../../platform/database/lost_connection.ts'
import { Attachment } from '../../platform/http/handlers.ts'
import { whyNotPdf } from '../../platform/pdf/append.ts'
import { removeFile } from '../../proposals/stored_files.ts'
import { isOnBehalf, type LockedLoan, lockForHolder, lockLoan, lockPieceOf, saveLoan, tell } from './facts.ts'
import { findVisible } from './list.ts'
import { addNumbered, findFile } from './queries.ts'

/** A file as the endpoints get it: the server has it on its disk. */
export type SentPaper = File | SentFile

export interface StoredFile {
  file_key: string
  name: string
  type: string
  size: number
}

export type FileKind = 'signed' | 'countersigned' | 'customs' | 'report_of_use' | 'photo'

/** The kinds of photos, by the bytes that their files begin with. */
const PHOTOS: readonly { type: string; ends: readonly string[]; matches(head: Buffer): boolean }[] = [
  {
    type: 'image/jpeg',
    ends: ['.jpg', '.jpeg'],
    matches: (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  },
  {
    type: 'image/png',
    ends: ['.png'],
    matches: (head) =>
      head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  },
  {
    type: 'image/webp',
    ends: ['.webp'],
    matches: (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  },
  {
    type: 'image/heic',
    ends: ['.heic', '.heif'],
    matches: (head) => /^ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)$/u.test(head.toString('latin1', 4, 12)),
  },
]
const HEAD_BYTES = 16

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const onServer = (file: SentPaper): SentFile => {
  if (file instanceof Blob) throw new Error('The server has files on its disk.')
  return file
}

/** The name to store; one that is only an extension gets `stem` before it. */
function storedName(name: string, stem: string, end: string) {
  const plain = plainFileName(name)
  return plain === '' || plain === end ? `${stem}${end}` : plain
}

async function checkPaper(file: SentFile, user: number): Promise<{ type: string; name: string }> {
  const why = !hasFileEnding(file.name, PDF)
    ? PDF.wrong
    : file.size === 0
      ? EMPTY_FILE
      : await whyNotPdf(file.path, user)
  if (why) throw invalid({ file: why })
  return { type: PDF.type, name: storedName(file.name, 'document', PDF.end) }
}

async function checkPhoto(file: SentFile): Promise<{ type: string; name: string }> {
  if (file.size === 0) throw invalid({ file: EMPTY_FILE })
  const head = await headOf(file.path)
  const kind = PHOTOS.find(({ matches }) => matches(head))
  if (!kind) throw invalid({ file: NOT_PHOTO })
  const name = storedName(file.name, 'photo', kind.ends[0]!)
  // Cameras name their files as they like: what it is decides.
  return {
    type: kind.type,
    name: kind.ends.some((end) => hasFileEnding(name, { end })) ? name : `${name}${kind.ends[0]}`,
  }
}

const storing =
  (check: (file: SentFile, user: number) => Promise<{ type: string; name: string }>) =>
  async <T>(ctx: Ctx, sent: SentPaper, save: (stored: StoredFile) => Promise<T>): Promise<T> => {
    const file = onServer(sent)
    const { type, name } = await check(file, ctx.actor.id)
    const stored = { file_key: await ctx.files.put(file), name, type, size: file.size }
    try {
      return await save(stored)
    } catch (error) {
      // After a lost connection the save may have succeeded; unreferenced files are removed later.
      if (!isLostConnection(error)) await removeFile(ctx, stored.file_key)
      throw error
    }
  }

/** Stores an uploaded PDF and saves what refers to it; without that the file goes. Throws 'invalid' for another file. */
export const withStoredPaper = storing(checkPaper)
const withStoredPhoto = storing(checkPhoto)

export const addFile = (
  tx: Tx,
  loan: LockedLoan,
  kind: FileKind,
  { file_key, name, type, size }: StoredFile,
  piece_id: number | null = null,
) =>
  addNumbered(tx, 'loan_files', {
    ...{ loan_id: loan.record.id, kind, piece_id, file_key },
    ...{ original_file_name: name, media_type: type, file_size: size },
    ...{ by_user_id: tx.actor.id, by_name: tx.actor.name, at: tx.now().toISOString() },
  })

export const uploadCustoms = (ctx: Ctx, number: string, file: SentPaper) =>
  withStoredPaper(ctx, file, (stored) =>
    ctx.write(async (tx) => {
      const loan = await lockLoan(tx, number)
      tx.refuse(whyClosed(loan))
      await addFile(tx, loan, 'customs', stored)
      const version = await saveLoan(tx, loan, {})
      await tell(tx, loan, 'upload', `Customs paper uploaded: ${stored.name}`)
      await tx.audit('loan.upload', loan.record, { kind: 'customs', file: stored.name })
      return saved(`${stored.name} has been uploaded.`, version)
    }),
  )

/** A photo of a piece, from whoever has it or from the office. */
export const uploadPhoto = (ctx: Ctx, number: string, { file, piece }: { file: SentPaper; piece: string }) =>
  withStoredPhoto(ctx, file, (stored) =>
    ctx.write(async (tx) => {
      const loan = await lockLoan(tx, number)
      tx.refuse(whyClosed(loan))
      const { facts } = await lockPieceOf(tx, loan, piece)
      await addFile(tx, loan, 'photo', stored, facts.record.piece_id)
      const version = await saveLoan(tx, loan, {})
      await tell(tx, loan, 'upload', `Photo of ${facts.name}`, {
        piece_id: facts.record.piece_id,
        on_behalf: isOnBehalf(loan) && loan.actor.custodian,
      })
      await tx.audit('loan.upload', loan.record, { kind: 'photo', piece: facts.name, file: stored.name })
      return saved(`The photo of ${facts.name} has been uploaded.`, version)
    }),
  )

/** The report of use. A second one is kept beside the first. */
export const uploadReport = (ctx: Ctx, number: string, { file, note }: { file: SentPaper; note: string }) =>
  withStoredPaper(ctx, file, (stored) =>
    ctx.write(async (tx) => {
      const loan = await lockForHolder(tx, number)
      tx.refuse(whyNotReport(loan))
      await addFile(tx, loan, 'report_of_use', stored)
      const fields = { report_at: tx.now().toISOString(), report_note: note }
      const version = await saveLoan(tx, loan, fields)
      await tell(tx, loan, 'report', 'Report of use uploaded', { on_behalf: isOnBehalf(loan) })
      await tx.audit(
        'loan.upload',
        loan.record,
        { kind: 'report_of_use', file: stored.name, ...fields },
        loan.record,
      )
      return saved('The report of use has been uploaded. Thank you.', version)
    }),
  )

/** A file of a loan, as an attachment. Throws 'missing'. */
export async function downloadFile(ctx: Ctx, number: string, file: number): Promise<Attachment> {
  const { record } = await findVisible(ctx, number)
  const found = await findFile(ctx.db, record.id, file)
  if (!found) throw notFound()
  return new Attachment(found.original_file_name, found.media_type, await ctx.files.stream(found.file_key))
}
