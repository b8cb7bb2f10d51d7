import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ACTIVE_TEXTS, activePdf } from '../../testing/active_pdf.ts'
import { pdfPages } from '../../testing/pdf.ts'
import { ACTIVE, readPdfObjects } from '../../testing/pdf_objects.ts'
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
