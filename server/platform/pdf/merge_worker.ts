import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from 'pdf-lib'

/** What the thread is asked: to put `attachment`, or the file at that path, behind `main`, or behind nothing. */
export interface MergeJob {
  main: Uint8Array | null
  attachment: Uint8Array | string
}
export type MergeAnswer = { pdf: Uint8Array<ArrayBuffer> } | { why: string }

const DAMAGED = 'This PDF file is damaged and cannot be read.'
const ENCRYPTED = 'This PDF file is encrypted or protected by a password; upload it without protection.'

async function merge({ main, attachment }: MergeJob): Promise<MergeAnswer> {
  const target = main ? await PDFDocument.load(main, { updateMetadata: false }) : await PDFDocument.create()
  try {
    const bytes = typeof attachment === 'string' ? readFileSync(attachment) : attachment
    const source = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true })
    const why = source.isEncrypted ? ENCRYPTED : whyNotPages(source)
    if (why) return { why }
    for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page)
    return { pdf: Uint8Array.from(await target.save()) }
  } catch {
    return { why: DAMAGED }
  }
}

/** The library passes over pages that it cannot find, and hangs on a page tree that is none: walk it first. */
function whyNotPages(source: PDFDocument): string | null {
  const seen = new Set<PDFObject>()
  let pages = 0
  const open: (PDFObject | undefined)[] = [source.catalog.get(PDFName.of('Pages'))]
  while (open.length) {
    const node = source.context.lookup(open.pop())
    if (!(node instanceof PDFDict) || seen.has(node)) return DAMAGED
    seen.add(node)
    const type = node.lookup(PDFName.of('Type'))
    if (type === PDFName.of('Pages')) open.push(...node.lookup(PDFName.of('Kids'), PDFArray).asArray())
    else if (type !== PDFName.of('Page') || !hasContent(node)) return DAMAGED
    else pages++
  }
  return pages ? null : 'This PDF file has no pages.'
}

/** Whether the streams that draw a page are there; an empty page names none. */
function hasContent(page: PDFDict): boolean {
  const named = page.get(PDFName.of('Contents'))
  if (!named) return true
  const contents = page.context.lookup(named)
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents]
  return streams.every((stream) => page.context.lookup(stream) instanceof PDFStream)
}

// What the library says of a damaged file is of no use in the server's log.
console.warn = () => undefined

parentPort!.on('message', async (job: MergeJob) => {
  const answer = await merge(job)
  parentPort!.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer] : [])
})
