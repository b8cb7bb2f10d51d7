import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { pdfPages } from '../../testing/pdf.ts'
import { ACTIVE, pdfFromObjects, pdfStream, readPdfObjects } from '../../testing/pdf_objects.ts'
import { cleanPdf } from './append.ts'
import { openDocument, pdf } from './document.ts'
import { placedPages } from './placed_pages.ts'

const FRAME = { x: 40, y: 60, width: 300, height: 400 }

/** Draws each page of the attachment on a page of its own. */
async function drawn(attachment: Uint8Array) {
  const answer = await cleanPdf(attachment, 1)
  if ('why' in answer) throw new Error(answer.why)
  const chunks: Buffer[] = []
  const document = await openDocument({ info: { Title: 'A' }, pdfVersion: '1.7' }, (chunk) =>
    chunks.push(chunk),
  )
  const { sheet } = document
  const pages = await placedPages(sheet.doc, answer.pdf)
  for (const page of pages) {
    page.draw(FRAME)
    sheet.startPage()
  }
  await document.end()
  return { bytes: Buffer.concat(chunks), pages }
}

/** The direction and place of the text on each page that has some. */
async function textPlaces(bytes: Uint8Array) {
  const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: VerbosityLevel.ERRORS })
  const document = await loading.promise
  const { items } = await (await document.getPage(1)).getTextContent()
  await loading.destroy()
  return items.flatMap((item) =>
    'str' in item && item.str.trim() ? [{ text: item.str, at: item.transform as number[] }] : [],
  )
}

/** A page of 200 by 300 points whose text 'x' begins at (120, 250), 10 points high. */
const page = (entries: string) =>
  pdfFromObjects(
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[100 100 300 400]${entries}/Contents[5 0 R 6 0 R]/Resources<</Font<</F#20 4 0 R>>>>>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    pdfStream('', 'BT /F#20 10 Tf'),
    pdfStream('', '1 0 0 1 120 250 Tm (x) Tj ET Q Q'),
  )

describe('pages of another PDF, drawn in a frame', () => {
  test.each([
    // Not made larger: centred in the frame.
    ['upright', '', [10, 0, 0, 10, 40 + 50 + 20, 60 + 50 + 150]],
    ['turned by 180 degrees', '/Rotate 180', [-10, 0, 0, -10, 40 + 50 + 180, 60 + 50 + 150]],
    ['turned clockwise', '/Rotate 90', [0, -10, 10, 0, 40 + 150, 60 + 100 + 180]],
    ['turned the other way', '/Rotate -90', [0, 10, -10, 0, 40 + 150, 60 + 100 + 20]],
    ['cropped', '/CropBox[110 100 300 400]', [10, 0, 0, 10, 40 + 55 + 10, 60 + 50 + 150]],
  ])('stand where a reader would see them: %s', async (_, entries, expected) => {
    const { bytes } = await drawn(page(entries))
    const [only] = await textPlaces(bytes)
    expect(only!.text).toBe('x')
    expect(only!.at.map((n) => Math.round(n) + 0)).toEqual(expected)
  })

  test('are made smaller to fit, as they are turned', async () => {
    const { bytes, pages } = await drawn(page('/UserUnit 1/MediaBox[0 0 600 1200]'))
    expect(pages[0]).toMatchObject({ width: 600, height: 1200 })
    const [only] = await textPlaces(bytes)
    expect(only!.at[0]).toBeCloseTo(10 / 3, 2)
  })

  test('hold text in every script, once, and nothing active', async () => {
    const attachment = await pdf('Plan', (page) => page.paragraph('髙橋 Ваша'))
    const { bytes } = await drawn(attachment)
    const [first] = await pdfPages(bytes)
    expect(first).toContain('髙橋 Ваша')
    const { names } = await readPdfObjects(bytes)
    // The document's own catalogue has names and destinations.
    expect(
      ACTIVE.filter((name) => names.has(name) && !['Names', 'Dests', 'Outlines', 'XML'].includes(name)),
    ).toEqual([])
  })

  test('keep shared and circular objects', async () => {
    const circular = pdfFromObjects(
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</XObject<</A 4 0 R>>/ColorSpace<</C 5 0 R>>>>>>',
      pdfStream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A 4 0 R>>>>'),
      '[/Indexed 5 0 R 1 (ab)]',
    )
    const { pages } = await drawn(circular)
    expect(pages).toHaveLength(1)
  })
})
