import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { PDFDocument } from 'pdf-lib'
import PDFKit from 'pdfkit'
import { afterAll, describe, expect, test } from 'vitest'
import { pdfPages } from '../../testing/pdf.ts'
import { appendPdf, whyNotPdf as whyNotFile } from './append.ts'
import { pdf } from './document.ts'

const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The same of bytes that lie on the disk for it. */
function whyNotPdf(bytes: Uint8Array, limits?: Parameters<typeof whyNotFile>[1]) {
  const path = join(folder, 'sent.pdf')
  writeFileSync(path, bytes)
  return whyNotFile(path, limits)
}

const DAMAGED = 'This PDF file is damaged and cannot be read.'
const TOO_COMPLEX = 'This PDF file is too complex to read; print it to a new PDF file and upload that one.'
const ENCRYPTED = 'This PDF file is encrypted or protected by a password; upload it without protection.'

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>'
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'
/** A PDF of these objects, numbered from 1; the first is its catalog. */
function written(...objects: string[]): Uint8Array {
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`)
}

/** An object stream that unpacks to `size` zero bytes. */
function bomb(size: number): Uint8Array {
  const packed = deflateSync(Buffer.alloc(size))
  const head = `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 5/Filter/FlateDecode/Length ${packed.length}>>stream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n')])
}

async function encrypted(): Promise<Uint8Array> {
  const doc = new PDFKit({ userPassword: 'a', ownerPassword: 'b' })
  doc.text('secret').end()
  return buffer(doc as unknown as Readable)
}

describe('a PDF can be uploaded', () => {
  test('when its pages load, however they were written', async () => {
    expect(await whyNotPdf(await pdf('A', (page) => page.paragraph('text')))).toBeNull()
    expect(await whyNotPdf(written(CATALOG, '<</Type/Pages/Kids[3 0 R]/Count 1>>', PAGE))).toBeNull()
    const other = await PDFDocument.create()
    other.addPage()
    expect(await whyNotPdf(await other.save({ useObjectStreams: true }))).toBeNull()
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a web page', Buffer.from('<html>%PDF</html>')],
    ['an image', randomBytes(2000)],
  ])('not when it is %s', async (_, bytes) => {
    expect(await whyNotPdf(bytes)).toBe('Only PDF files can be uploaded.')
  })

  test.each([
    ['only a header', Buffer.from('%PDF-1.7\n')],
    ['junk behind a header', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5000)])],
    ['a page that is missing', written(CATALOG, '<</Type/Pages/Kids[7 0 R]/Count 1>>')],
    ['a page that is no page', written(CATALOG, '<</Type/Pages/Kids[1 0 R]/Count 1>>')],
    ['no page tree', written('<</Type/Catalog>>')],
    ['a page tree that is a circle', written(CATALOG, '<</Type/Pages/Kids[2 0 R]/Count 1>>')],
    [
      'a page tree that doubles forty times',
      written(
        CATALOG,
        ...Array.from({ length: 40 }, (_, i) => `<</Type/Pages/Kids[${i + 3} 0 R ${i + 3} 0 R]/Count 2>>`),
        PAGE,
      ),
    ],
    [
      'parents that are a circle',
      written(CATALOG, '<</Type/Pages/Parent 2 0 R/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R>>'),
    ],
    [
      'content that is missing',
      written(CATALOG, '<</Type/Pages/Kids[3 0 R]/Count 1>>', PAGE.replace('>>', '/Contents 9 0 R>>')),
    ],
    ['arrays a million deep', Buffer.from(`%PDF-1.7\n1 0 obj ${'['.repeat(1e6)} endobj`)],
  ])('not when it is damaged: %s', async (_, bytes) => {
    expect(await whyNotPdf(bytes)).toBe(DAMAGED)
  })

  test('not when the upload broke off', async () => {
    const whole = await pdf('A', (page) => page.table(['a'], Array(200).fill(['text'])))
    for (const part of [0.2, 0.5, 0.9])
      expect(await whyNotPdf(whole.subarray(0, whole.length * part))).toBe(DAMAGED)
  })

  test('not without a page', async () => {
    expect(await whyNotPdf(written(CATALOG, '<</Type/Pages/Kids[]/Count 0>>'))).toBe(
      'This PDF file has no pages.',
    )
  })

  test('not when it is encrypted', async () => {
    expect(await whyNotPdf(await encrypted())).toBe(ENCRYPTED)
  })

  test('not when it takes too long or too much memory, and the next one is read as ever', async () => {
    const long = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(6_000_000)])
    expect(await whyNotPdf(long, { time: 300, growth: 2 ** 32 })).toBe(TOO_COMPLEX)
    expect(await whyNotPdf(bomb(300_000_000), { time: 60_000, growth: 2 ** 27 })).toBe(TOO_COMPLEX)
    expect(await whyNotPdf(await pdf('A', () => undefined))).toBeNull()
  })
})

describe('appending', () => {
  test('puts the pages behind the document and keeps its title', async () => {
    const main = await pdf('Main', (page) => page.paragraph('the form'))
    const attachment = await pdf('Other', (page) => page.paragraph('髙橋 attached'))
    const both = await appendPdf(main, attachment)
    expect(await pdfPages(both)).toEqual(['the form\nMain 1 / 1', '髙橋 attached\nOther 1 / 1'])
    expect((await PDFDocument.load(both)).getTitle()).toBe('Main')
  })

  test('many at once come out each as its own', async () => {
    const titles = ['one', 'two', 'three', 'four']
    const main = await pdf('Main', () => undefined)
    const merged = await Promise.all(
      titles.map(async (title) => appendPdf(main, await pdf(title, () => undefined))),
    )
    const pages = await Promise.all(merged.map(pdfPages))
    expect(pages.map(([, second]) => second)).toEqual(titles.map((title) => `${title} 1 / 1`))
  })

  test('says so when the attachment cannot be read', async () => {
    const main = await pdf('Main', () => undefined)
    await expect(appendPdf(main, Buffer.from('%PDF-1.7\n'))).rejects.toThrow(DAMAGED)
  })
})
