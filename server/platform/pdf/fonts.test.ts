import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pdfText } from '../../testing/pdf.ts'
import { pdf } from './document.ts'
import { runsOf } from './fonts.ts'

const shown = async (text: string) => pdfText(await pdf('Fonts', (page) => page.paragraph(text)))

describe('text can be extracted from a document', () => {
  test.each([
    ['Latin with accents', 'Jürgen Ångström, Łódź, Škoda, São Tomé, naïve, ß, Ø'],
    ['Vietnamese', 'Nguyễn Thị Ẩn, Đặng Hữu Phước, Trần Ngọc Ửng'],
    ['Cyrillic', 'Дмитрий Щербаков, Їжак, Ћирилица'],
    ['Greek', 'Ελληνικά Ωμέγα ἀρχή'],
    ['Japanese', '髙橋 一郎、長谷川さん、﨑山、アストロマテリアル、ﾊﾝｶｸ、①㈱'],
    ['Chinese', '國際聯盟 北京大學 嫦娥'],
    ['a kanji beyond the first plane', '𠮷野家'],
    ['a compatibility kanji as it was written', '神\uFA19社'],
    ['formulas', 'H₂O, ¹⁸O ≤ 5 ‰, Δ¹⁷O ± 0.1, x → ∞, CaSO₄·2H₂O'],
    ['dashes and spaces of every sort', 'non\u2011breaking, 1\u20132, a\u2014b'],
    ['ligatures as their letters', 'efficient office affluent fjord'],
    ['a table of scripts in one line', 'Zürich Токио 東京 Αθήνα'],
  ])('%s', async (_, text) => {
    expect(await shown(text)).toContain(text)
  })

  test('a letter with a combining mark is composed', async () => {
    expect(await shown('Cafe\u0301 a\u0301')).toContain('Café á')
  })

  test('in bold too', async () => {
    const text = await pdfText(await pdf('Fonts', (page) => page.heading('髙橋 Ẩn ₂ 𝖠')))
    expect(text).toContain('髙橋 Ẩn ₂')
    // pdf.js normalizes the mathematical letter, which only the regular font has.
    expect(text).toMatch(/₂ [𝖠A]/u)
  })

  test('characters without a glyph become a visible replacement, invisible ones are left out', async () => {
    expect(await shown('한 x\u0007y 葛\u{E0100}城 \uD800')).toContain('\uFFFD xy 葛城 \uFFFD')
  })
})

test('a document embeds only the fonts it needs', async () => {
  const fonts = async (text: string) => {
    const bytes = await pdf('Fonts', (page) => page.paragraph(text))
    return (bytes.toString('latin1').match(/\/BaseFont \/\S+/g) ?? []).length / 2
  }
  expect(await fonts('plain')).toBe(1)
  expect(await fonts('東')).toBe(2)
  expect((await pdf('Fonts', (page) => page.paragraph('東京'))).length).toBeLessThan(40_000)
})

test('no text breaks a document', async () => {
  const anything = fc.string({ unit: 'binary', maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      await pdf(text, (page) => page.table([text, 'b'], [[text, text]]))
    }),
    { numRuns: 4 },
  )
})

test('runs join to the text, and adjacent runs differ in font', () => {
  const unit = fc.constantFrom(...'aZ9 éЖΩ₂≤東京、ア髙')
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const runs = runsOf(text, 'regular')
      expect(runs.map((run) => run.text).join('')).toBe(text)
      for (const [i, run] of runs.entries()) expect(run.font).not.toBe(runs[i + 1]?.font)
    }),
  )
})
