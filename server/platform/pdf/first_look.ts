import { open } from 'node:fs/promises'
import { DAMAGED } from './words.ts'

const NOT_PDF = 'Only PDF files can be uploaded.'
/** Readers look for the header in the first so many bytes. */
const HEAD = 1024
/** What stands behind the end of a file that a browser saved; more of it is taken for a file of another kind. */
const TAIL = 64 * 1024

/**
 * What a look at the beginning and the end of a file tells, in milliseconds and without a thread: whether it is another
 * kind of file, or broke off on its way. A plain sentence, or null.
 */
export async function whyNotAtFirst(path: string): Promise<string | null> {
  const { head, tail, size } = await ends(path)
  if (!head.includes('%PDF-')) return NOT_PDF
  if (!tail.includes('startxref') && !tail.includes('%%EOF')) return DAMAGED
  // A file made for the web has its ends at the front: it says how long it is.
  const [, length] = /\/Linearized\b[^>]*?\/L\s+(\d+)/u.exec(head.toString('latin1')) ?? []
  return length && Number(length) > size ? DAMAGED : null
}

async function ends(path: string) {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const part = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    }
    return { head: await part(0, HEAD), tail: await part(Math.max(0, size - TAIL), TAIL), size }
  } finally {
    await file.close()
  }
}
