import { PDF } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { pdfPages, pdfText, pdfTitle } from '../../testing/pdf.ts'
import { pdf } from './document.ts'

describe('a document', () => {
  test('shows what was written, in order, and - for nothing', async () => {
    const bytes = await pdf('Proposal 12', (page) => {
      page.heading('Proposal 12')
      page.subheading('Applicant')
      page.field('Name', '髙橋 一郎')
      page.field('Affiliation', '  ')
      page.field('Score', 0)
      page.field('Rank', null)
      page.paragraph('first line\nsecond line')
      page.paragraph(undefined)
      page.table(
        ['Sample', { label: 'mg', align: 'right' }],
        [
          ['A0001', 1.5],
          ['', null],
        ],
      )
    })
    const lines = (await pdfText(bytes)).split('\n').filter((line) => line.trim())
    expect(lines).toEqual([
      'Proposal 12',
      'Applicant',
      'Name 髙橋 一郎',
      'Affiliation -',
      'Score 0',
      'Rank -',
      'first line',
      'second line',
      '-',
      'Sample mg',
      'A0001 1.5',
      '- -',
      'Proposal 12 1 / 1',
    ])
  })

  test('carries its title in the metadata, is A4, and needs a page even when empty', async () => {
    const bytes = await pdf('Øvelse 髙橋', () => undefined)
    const document = await PDF.load(bytes)
    expect(await pdfTitle(bytes)).toBe('Øvelse 髙橋')
    expect(document.getPageCount()).toBe(1)
    expect(document.getPage(0)).toMatchObject({ width: 595.28, height: 841.89 })
  })

  test('repeats the header of a table and numbers the pages', async () => {
    const rows = Array.from({ length: 120 }, (_, i) => [`row ${i}`, 'x'])
    const pages = await pdfPages(await pdf('Long', (page) => page.table(['First', 'Second'], rows)))
    expect(pages.length).toBeGreaterThan(2)
    for (const [i, text] of pages.entries()) {
      expect(text).toMatch(/^First Second\n/)
      expect(text.trim().endsWith(`Long ${i + 1} / ${pages.length}`)).toBe(true)
    }
    const order = pages.join('\n').match(/row \d+/g)
    expect(order).toEqual(rows.map(([label]) => label))
  })

  test('continues a cell that is taller than a page under the repeated header', async () => {
    const tall = Array.from({ length: 150 }, (_, i) => `line ${i}`)
    const pages = await pdfPages(
      await pdf('Tall', (page) => page.table(['Text', 'No'], [[tall.join('\n'), 7]])),
    )
    expect(pages).toHaveLength(3)
    for (const text of pages) expect(text).toMatch(/^Text No\n/)
    expect(pages.join('\n').match(/line \d+/g)).toEqual(tall)
  })

  test.each([0, 1, 2, 3])('keeps a title with the text below it, %i lines further down', async (before) => {
    const pages = await pdfPages(
      await pdf('Kept', (page) => {
        page.paragraph('line\n'.repeat(before))
        for (let i = 0; i < 40; i++) {
          page.subheading(`Title ${i}`)
          page.paragraph('one\ntwo')
        }
      }),
    )
    for (const text of pages) expect(text).not.toMatch(/Title \d+\s*Kept/)
    expect(pages.join('\n').match(/Title \d+/g)).toHaveLength(40)
  })

  test('cuts a title that is too long for the footer', async () => {
    const [text] = await pdfPages(await pdf('word '.repeat(80), (page) => page.paragraph('x')))
    expect(text).toMatch(/word…\s+1 \/ 1\s*$/)
  })

  test('fails when writing it fails', async () => {
    const failed = pdf('Broken', () => {
      throw new Error('no such proposal')
    })
    await expect(failed).rejects.toThrow('no such proposal')
  })
})
