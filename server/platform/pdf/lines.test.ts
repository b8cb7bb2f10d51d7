import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breakLines } from './sheet.ts'

/** Every character is one point wide. */
const lines = (text: string, width: number) =>
  breakLines(text, 'regular', width, (runs) => runs.reduce((sum, run) => sum + run.text.length, 0)).map(
    (line) => line.runs.map((run) => run.text).join(''),
  )

describe('breaking text into lines', () => {
  test.each([
    ['after spaces, which do not hang over', 'one two three', 7, ['one two', 'three']],
    ['at line breaks of every kind', 'a\nb\r\nc\u2028d', 9, ['a', 'b', 'c', 'd']],
    ['keeping empty lines between', 'a\n\nb', 9, ['a', '', 'b']],
    ['after a hyphen inside a word', 'well-known', 6, ['well-', 'known']],
    ['but not inside a date', 'on 2026-01-15', 10, ['on', '2026-01-15']],
    ['never at a no-break space', 'a b\u00a0c', 4, ['a', 'b\u00a0c']],
    ['inside a word wider than the line', 'abcdefgh ij', 3, ['abc', 'def', 'gh', 'ij']],
    ['between kanji', '東京大学', 3, ['東京大', '学']],
    ['but no line begins with a closing mark', '東京大、学', 3, ['東京', '大、学']],
    ['and none ends with an opening one', '東京「大」', 3, ['東京', '「大」']],
    ['with tabs as spaces', 'a\tb', 9, ['a    b']],
    ['without soft hyphens', 'ab\u00adcd', 9, ['abcd']],
  ])('%s', (_, text, width, expected) => {
    expect(lines(text, width)).toEqual(expected)
  })

  test('nothing is lost, and no line is too wide', () => {
    const alphabet = fc.constantFrom(...'ab -/.日本語、「」ー\n', 'wide'.repeat(4))
    fc.assert(
      fc.property(fc.array(alphabet), fc.integer({ min: 1, max: 12 }), (parts, width) => {
        const text = parts.join('')
        const laid = lines(text, width)
        const solid = (s: string) => s.replace(/[ \n]/g, '')
        expect(solid(laid.join(''))).toBe(solid(text))
        for (const line of laid) expect(line.length).toBeLessThanOrEqual(width)
      }),
    )
  })
})
