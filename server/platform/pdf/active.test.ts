import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ACTIVE_TEXTS, activePdf } from '../../testing/active_pdf.ts'
import { pdfPages } from '../../testing/pdf.ts'
import { ACTIVE, pdfFromObjects, pdfStream, readPdfObjects } from '../../testing/pdf_objects.ts'
import { appendPdf, whyNotPdf } from './append.ts'
import { pdf } from './document.ts'

const shown = async (bytes: Uint8Array) => {
  const { names: own } = await readPdfObjects(await pdf('Main', () => undefined))
  const { names } = await readPdfObjects(bytes)
  return ACTIVE.filter((name) => names.has(name) && !own.has(name))
}

test('only what draws the pages of an upload reaches an export', async () => {
  const upload = activePdf()
  // The upload contains each of the names.
  const { names } = await readPdfObjects(upload)
  expect(ACTIVE.filter((name) => !names.has(name))).toEqual([])

  const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
  writeFileSync(join(folder, 'active.pdf'), upload)
  expect(await whyNotPdf(join(folder, 'active.pdf'), 1)).toBeNull()
  rmSync(folder, { recursive: true })
  const both = await appendPdf(await pdf('Main', (page) => page.paragraph('the form')), async () => upload, 1)
  expect(await shown(both)).toEqual([])
  for (const word of ACTIVE_TEXTS) expect(Buffer.from(both).includes(word), word).toBe(false)

  const [, text] = await pdfPages(both)
  expect(text).toContain('drawn by the page')
  expect(text).toContain('drawn in a form')
  // The text of a form field is drawn, and is no longer a field.
  expect(text).toContain('typed into a field')
  expect(text).not.toContain('hidden note')
})

test('an object of another kind that a damaged upload refers to keeps no name of its own', async () => {
  const sound = '<</Type/Annot/Subtype/Sound/S/JavaScript/Rect[0 0 9 9]>>'
  const upload = pdfFromObjects(
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Group 6 0 R/Resources 5 0 R>>',
    pdfStream('', 'BT ET'),
    '<</Font<</F1 6 0 R/F2<</FontDescriptor 6 0 R/Encoding 6 0 R>>>>/ExtGState<</G1 6 0 R/G2<</SMask 6 0 R>>>>/Pattern<</P1 6 0 R>>>>',
    sound,
  )
  const both = await appendPdf(await pdf('Main', () => undefined), async () => upload, 1)
  expect(await pdfPages(both)).toHaveLength(2)
  expect(await shown(both)).toEqual([])
})
