import { parentPort } from 'node:worker_threads'
import {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFStream,
} from 'pdf-lib'

/** What the thread is asked: to put `attachment` behind `main`, or behind nothing. */
export interface MergeJob {
  main: Uint8Array | null
  attachment: Uint8Array
}
export type MergeAnswer = { pdf: Uint8Array<ArrayBuffer> } | { why: string }

const DAMAGED = 'This PDF file is damaged and cannot be read.'

async function merge({ main, attachment }: MergeJob): Promise<MergeAnswer> {
  const target = main ? await PDFDocument.load(main, { updateMetadata: false }) : await PDFDocument.create()
  try {
    const source = await PDFDocument.load(attachment, { updateMetadata: false })
    const why = whyNotPages(source)
    if (why) return { why }
    for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page)
    return { pdf: Uint8Array.from(await target.save()) }
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) return { why: DAMAGED }
    return { why: 'This PDF file is encrypted or protected by a password; upload it without protection.' }
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

/** Whether the streams that draw a page are there; an empty page has none. */
function hasContent(page: PDFDict): boolean {
  const contents = page.lookup(PDFName.of('Contents'))
  const streams = contents instanceof PDFArray ? contents.asArray() : contents ? [contents] : []
  return streams.every((stream) => page.context.lookup(stream) instanceof PDFStream)
}

parentPort!.on('message', async (job: MergeJob) => {
  const answer = await merge(job)
  parentPort!.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer] : [])
})
