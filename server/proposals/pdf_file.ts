import { invalid } from '#domain/errors.ts'
import type { ProposalInput } from '#domain/proposals/input.ts'
import type { Ctx } from '../platform/context.ts'
import { whyNotPdf } from '../platform/pdf/append.ts'
import type { Pdf } from './save.ts'

const NONE: Pdf = { file_key: null, original_file_name: null, file_size: null }
const NAME_LENGTH = 200

/** Stores the PDF that came with the form, if one did, or says that it goes. Throws 'invalid' for no good PDF. */
export async function takePdf(ctx: Ctx, { file, remove_file }: ProposalInput): Promise<Partial<Pdf>> {
  if (file instanceof Blob || !file) return remove_file ? NONE : {}
  const why = await whyNotPdf(file.bytes)
  if (why) throw invalid({ file: why })
  return {
    file_key: await ctx.files.put(file.bytes),
    original_file_name: plainName(file.name),
    file_size: file.bytes.length,
  }
}

/** A file that nothing points to any more. One that can not be removed now harms nobody. */
export const dropFile = (ctx: Ctx, key: string | null | undefined) =>
  key ? ctx.files.remove(key).catch(() => undefined) : undefined

/** The last part of a file's name, without what no name should hold. */
function plainName(name: string) {
  const last = name.split(/[/\\]/u).at(-1) ?? ''
  const plain = [...last.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '').trim()].slice(-NAME_LENGTH).join('')
  return plain || 'proposal.pdf'
}
