import { parentPort } from 'node:worker_threads'
import { termLabel } from '#domain/masters/values.ts'
import { openDocument } from '../platform/pdf/document.ts'
import type { BookHead, BookProposal } from './book.ts'
import { writeBook } from './pages.ts'

/** The book is written in these steps, each answered with the bytes that it made. */
export type BookStep = { begin: BookHead } | { add: BookProposal } | 'end'
export type BookAnswer = { bytes: Uint8Array<ArrayBuffer> } | { error: string }

let chunks: Buffer[] = []
let book: ReturnType<typeof writeBook> | undefined

async function take(step: BookStep): Promise<void> {
  if (step === 'end') {
    await book!.end()
    book = undefined
    return
  }
  if ('add' in step) return await book!.add(step.add)
  const info = {
    Title: `${termLabel(step.begin.term_id)}: the book for the panel`,
    CreationDate: step.begin.made,
  }
  const document = await openDocument({ info, pdfVersion: '1.7' }, (chunk) => chunks.push(chunk))
  book = writeBook(document, step.begin)
}

/** The bytes made so far; the document hands them on between two steps of the event loop. */
async function bytesMade() {
  await new Promise((resolve) => setImmediate(resolve))
  const bytes = Uint8Array.from(Buffer.concat(chunks))
  chunks = []
  return bytes
}

parentPort!.on('message', async (step: BookStep) => {
  try {
    await take(step)
    const bytes = await bytesMade()
    parentPort!.postMessage({ bytes } satisfies BookAnswer, [bytes.buffer])
  } catch (error) {
    parentPort!.postMessage({ error: String((error as Error).stack) } satisfies BookAnswer)
  }
})
