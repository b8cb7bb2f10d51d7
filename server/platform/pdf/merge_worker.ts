import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { PDF } from '@libpdf/core'
import { Copier } from './copier.ts'
import { DAMAGED, ENCRYPTED, NO_PAGES } from './messages.ts'
import { copyPage, pagesOf } from './pages.ts'

/**
 * Append the pages of `attachment` (bytes or a path) to `main`, or make a document of them alone; with null only check that
 * they can be read.
 */
export interface MergeJob {
  main: Uint8Array | 'alone' | null
  attachment: Uint8Array | string
}
export type MergeAnswer = { pdf: Uint8Array<ArrayBuffer> | null } | { why: string }

async function merge({ main, attachment }: MergeJob): Promise<MergeAnswer> {
  const target = main instanceof Uint8Array ? await PDF.load(main) : PDF.create()
  try {
    const source = await PDF.load(typeof attachment === 'string' ? readFileSync(attachment) : attachment)
    if (source.isEncrypted) return { why: ENCRYPTED }
    const leaves = pagesOf(source.context)
    if (!leaves) return { why: DAMAGED }
    if (leaves.length === 0) return { why: NO_PAGES }
    const copier = new Copier(source.context, target.context)
    for (const leaf of leaves) target.insertPage(-1, copyPage(leaf, copier))
    copier.finish()
    // For a check nothing needs to be written.
    return { pdf: main && Uint8Array.from(await target.save({ compressStreams: false })) }
  } catch {
    return { why: DAMAGED }
  }
}

// The library's warnings about damaged files are of no use in the server's log.
console.warn = () => undefined

parentPort!.on('message', async (job: MergeJob) => {
  const answer = await merge(job)
  parentPort!.postMessage(answer, 'pdf' in answer && answer.pdf ? [answer.pdf.buffer] : [])
})
