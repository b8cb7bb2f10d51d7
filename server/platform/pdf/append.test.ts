import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import PDFKit from 'pdfkit'
import { afterAll, describe, expect, test } from 'vitest'
import { pdfPages, pdfTitle } from '../../testing/pdf.ts'
import { pdfFromObjects } from '../../testing/pdf_objects.ts'
import { appendPdf, whyNotPdf as whyNotFile } from './append.ts'
import { pdf } from './document.ts'

const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
afterAll(() => rmSync(folder, { recursive: true }))

function whyNotPdf(bytes: Uint8Array, user: number, limits?: Parameters<typeof whyNotFile>[2]) {
  const path = join(folder, 'sent.pdf')
  writeFileSync(path, bytes)
  return whyNotFile(path, user, limits)
}

const DAMAGED = 'This PDF file is damaged and cannot be read.'
const TOO_COMPLEX = 'This PDF file is too complex to read; print it to a new PDF file and upload that one.'
const ENCRYPTED = 'This PDF file is encrypted or protected by a password; upload it without protection.'

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>'
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'

const USER = 1

/** An object stream that unpacks to `size` zero bytes. */
function bomb(size: number): Uint8Array {
  const packed = deflateSync(Buffer.alloc(size))
  const head = `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 5/Filter/FlateDecode/Length ${packed.length}>>stream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\nstartxref')])
}

async function encrypted(): Promise<Uint8Array> {
  const doc = new PDFKit({ userPassword: 'a', ownerPassword: 'b' })
  doc.text('secret').end()
  return buffer(doc as unknown as Readable)
}

describe('a PDF can be uploaded', () => {
  test('when its pages load, however they are written', async () => {
    expect(await whyNotPdf(await pdf('A', (page) => page.paragraph('text')), USER)).toBeNull()
    expect(
      await whyNotPdf(pdfFromObjects(CATALOG, '<</Type/Pages/Kids[3 0 R]/Count 1>>', PAGE), USER),
    ).toBeNull()
    const circle = '<</Type/Pages/Parent 2 0 R/Kids[3 0 R]/Count 1>>'
    expect(await whyNotPdf(pdfFromObjects(CATALOG, circle, '<</Type/Page/Parent 2 0 R>>'), USER)).toBeNull()
  })

  test.each([
    ['text before it', (text: string) => `HTTP/1.1 200 OK\r\n\r\n${text}`],
    ['a web page behind it', (text: string) => `${text}\n<html>${'junk '.repeat(1000)}</html>`],
    ['objects that moved', (text: string) => text.replace('endobj', 'endobj\n% a remark that moves them\n')],
    ['no table of its objects', (text: string) => text.replace(/startxref\s+\d+/gu, 'startxref\n12345')],
    [
      'wrong lengths',
      (text: string) => text.replace(/\/Length (\d+)/gu, (_, n) => `/Length ${Number(n) + 7}`),
    ],
    ['a stream without an end', (text: string) => text.replace('endstream', '         ')],
  ])('when other programs can read it: with %s', async (_, harm) => {
    const whole = await pdf('A', (page) => page.paragraph('text'))
    const harmed = Buffer.from(harm(whole.toString('latin1')), 'latin1')
    expect(await whyNotPdf(harmed, USER)).toBeNull()
    const [, text] = await pdfPages(await appendPdf(whole, async () => harmed, USER))
    expect(text).toBe('text\nA 1 / 1')
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a web page', Buffer.from('<html>%PDF</html>')],
    ['an image', randomBytes(2000)],
  ])('not when it is %s', async (_, bytes) => {
    expect(await whyNotPdf(bytes, USER)).toBe('Only PDF files can be uploaded.')
  })

  test.each([
    ['only a header', Buffer.from('%PDF-1.7\n')],
    ['junk behind a header', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5000)])],
    [
      'junk between two ends',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5000), Buffer.from('startxref')]),
    ],
    ['a page that is missing', pdfFromObjects(CATALOG, '<</Type/Pages/Kids[7 0 R]/Count 1>>')],
    ['a page that is no page', pdfFromObjects(CATALOG, '<</Type/Pages/Kids[1 0 R]/Count 1>>')],
    ['no page tree', pdfFromObjects('<</Type/Catalog>>')],
    ['a page tree that is a circle', pdfFromObjects(CATALOG, '<</Type/Pages/Kids[2 0 R]/Count 1>>')],
    [
      'a page tree that doubles forty times',
      pdfFromObjects(
        CATALOG,
        ...Array.from({ length: 40 }, (_, i) => `<</Type/Pages/Kids[${i + 3} 0 R ${i + 3} 0 R]/Count 2>>`),
        PAGE,
      ),
    ],
    [
      'content that is missing',
      pdfFromObjects(CATALOG, '<</Type/Pages/Kids[3 0 R]/Count 1>>', PAGE.replace('>>', '/Contents 9 0 R>>')),
    ],
    ['arrays a million deep', Buffer.from(`%PDF-1.7\n1 0 obj ${'['.repeat(1e6)} endobj startxref`)],
  ])('not when it is damaged: %s', async (_, bytes) => {
    expect(await whyNotPdf(bytes, USER)).toBe(DAMAGED)
  })

  test('not when the upload was cut off', async () => {
    const whole = await pdf('A', (page) => page.table(['a'], Array(200).fill(['text'])))
    for (const part of [0.2, 0.5, 0.9])
      expect(await whyNotPdf(whole.subarray(0, whole.length * part), USER)).toBe(DAMAGED)
  })

  test('not without a page', async () => {
    expect(await whyNotPdf(pdfFromObjects(CATALOG, '<</Type/Pages/Kids[]/Count 0>>'), USER)).toBe(
      'This PDF file has no pages.',
    )
  })

  test('not when it is encrypted', async () => {
    expect(await whyNotPdf(await encrypted(), USER)).toBe(ENCRYPTED)
  })

  test('not when it takes too long or too much memory, and the next one is read normally', async () => {
    const long = Buffer.from(`%PDF-1.7\n${'1 0 obj\n<<'.repeat(600_000)}startxref`)
    const much = { core: 60_000, clock: 60_000, growth: 2 ** 32 }
    expect(await whyNotPdf(long, USER, { ...much, core: 300 })).toBe(TOO_COMPLEX)
    expect(await whyNotPdf(long, USER, { ...much, clock: 300 })).toBe(TOO_COMPLEX)
    expect(await whyNotPdf(bomb(300_000_000), USER, { ...much, growth: 2 ** 27 })).toBe(TOO_COMPLEX)
    expect(await whyNotPdf(await pdf('A', () => undefined), USER)).toBeNull()
  })
})

describe('appending', () => {
  test('adds the pages after the document and keeps its title', async () => {
    const main = await pdf('Main', (page) => page.paragraph('the form'))
    const attachment = await pdf('Other', (page) => page.paragraph('髙橋 attached'))
    const both = await appendPdf(main, async () => attachment, USER)
    expect(await pdfPages(both)).toEqual(['the form\nMain 1 / 1', '髙橋 attached\nOther 1 / 1'])
    expect(await pdfTitle(both)).toBe('Main')
  })

  test('merges many documents at once without mixing them up', async () => {
    const titles = ['one', 'two', 'three', 'four']
    const main = await pdf('Main', () => undefined)
    const merged = await Promise.all(
      titles.map((title, i) => appendPdf(main, () => pdf(title, () => undefined), i)),
    )
    const pages = await Promise.all(merged.map(pdfPages))
    expect(pages.map(([, second]) => second)).toEqual(titles.map((title) => `${title} 1 / 1`))
  })

  test('throws when the attachment cannot be read', async () => {
    const main = await pdf('Main', () => undefined)
    await expect(appendPdf(main, async () => Buffer.from('%PDF-1.7\n'), USER)).rejects.toThrow(DAMAGED)
  })
})
