import { invalid } from '#domain/errors.ts'
import { PDF, type ProposalInput } from '#domain/proposals/input.ts'
import { EMPTY_FILE, hasFileEnding, plainFileName, type SentFile } from '#domain/upload.ts'
import { backupUnderWay } from '../platform/backup/under_way.ts'
import type { Ctx } from '../platform/context.ts'
import { whyNotPdf } from '../platform/pdf/append.ts'
import type { Pdf } from './save.ts'

const NONE: Pdf = { file_key: null, original_file_name: null, file_size: null }
const WRONG_NAME = 'The name of a PDF file must end in .pdf.'

/** Stores the PDF that came with the form, if one did, or says that it goes. Throws 'invalid' for no good PDF. */
export async function takePdf(ctx: Ctx, { file, remove_file }: ProposalInput): Promise<Partial<Pdf>> {
  if (file instanceof Blob || !file) return remove_file ? NONE : {}
  const why = await whyNotTake(file, ctx.actor.id)
  if (why) throw invalid({ file: why })
  return {
    file_key: await ctx.files.put(file),
    original_file_name: nameOf(file),
    file_size: file.size,
  }
}

/** A file that nothing points to any more, unless a backup still wants it. One that stays now harms nobody. */
export async function dropFile(ctx: Ctx, key: string | null | undefined) {
  if (!key || (await backupUnderWay(ctx.db).catch(() => true))) return
  await ctx.files.remove(key).catch(() => undefined)
}

const whyNotTake = async ({ name, path, size }: SentFile, user: number) => {
  if (!hasFileEnding(name, PDF)) return WRONG_NAME
  return size === 0 ? EMPTY_FILE : whyNotPdf(path, user)
}

/** What a file is called from now on; one that has an ending and no name gets one. */
function nameOf({ name }: SentFile) {
  const plain = plainFileName(name)
  return plain.length === PDF.end.length ? `proposal${PDF.end}` : plain
}
