import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { PDF } from '@libpdf/core'
import { Copier } from './copier.ts'
import { DAMAGED, ENCRYPTED, NO_PAGES } from './messages.ts'
import { copyPage, pagesOf } from './pages.ts'

/** What the thread is asked: to put the pages of `attachment`, or of the file at that path, behind `main`, or behind nothing. */
export interface MergeJob {
  main: Uint8Array | null
  attachment: Uint8Array | string
}
export type MergeAnswer = { pdf: Uint8Array<ArrayBuffer> | null } | { why: string }

async function merge({ main, attachment }: MergeJob): Promise<MergeAnswer> {
  const target = main ? await PDF.load(main) : PDF.create()
  try {
    const source = await PDF.load(typeof attachment === 'string' ? readFileSync(attachment) : attachment)
    if (source.isEncrypted) return { why: ENCRYPTED }
    const leaves = pagesOf(source.context)
    if (!leaves) return { why: DAMAGED }
    if (leaves.length === 0) return { why: NO_PAGES }
    const copier = new Copier(source.context, target.context)
    for (const leaf of leaves) target.insertPage(-1, copyPage(leaf, copier))
    copier.finish()
    // What is only asked whether it can be read need not be written.
    return { pdf: main && Uint8Array.from(await target.save({ compressStreams: false })) }
  } catch {
    return { why: DAMAGED }
  }
}

// What the library says of a damaged file is of no use in the server's log.
console.warn = () => undefined

parentPort!.on('message', async (job: MergeJob) => {
  const answer = await merge(job)
  parentPort!.postMessage(answer, 'pdf' in answer && answer.pdf ? [answer.pdf.buffer] : [])
})
