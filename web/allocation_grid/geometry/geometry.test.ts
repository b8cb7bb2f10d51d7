import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ZOOMS } from '#web/ui/grid/sizes.ts'
import { sizesOf } from './sizes.ts'
import { countFitting, textWidth } from './text_fit.ts'

test.each(ZOOMS)('samples as rows: at zoom %s the head is wide enough for a long name', (zoom) => {
  const widestName = textWidth('OREX-800039-105-fragment-12-of-40-sealed')
  const of = (phone: boolean, widest: number) =>
    sizesOf({ zoom, transposed: true, phone, widestName: widest }).rowHead
  expect(of(false, widestName)).toBeGreaterThan(widestName + 60)
  expect(of(false, textWidth('A0042'))).toBe(sizesOf({ zoom, transposed: true, phone: false }).rowHead)
  expect(of(true, widestName)).toBeLessThan(200)
  expect(sizesOf({ zoom, transposed: false, phone: false, widestName }).rowHead).toBeLessThan(400)
})

test('the small zoom shows more than four times as many cells as the large one', () => {
  const whole = (zoom: 'small' | 'large') => {
    const { rowHead, columnHead, cellWidth, cellHeight } = sizesOf({
      zoom,
      transposed: false,
      phone: false,
    })
    return Math.floor((903 - rowHead) / cellWidth) * Math.floor((685 - columnHead) / cellHeight)
  }
  expect(whole('small')).toBe(132)
  expect(whole('small') / whole('large')).toBeGreaterThan(4)
})

test.each([
  ['all, where they fit', [40, 40, 40], 3],
  ['what fits with a button for the rest', [40, 40, 40, 40, 40], 3],
  ['one that is wider than a line, over two', [150], 1],
  ['none, where the first does not fit', [400, 40], 0],
])('of the texts of a head it shows %s', (_, widths, shown) => {
  expect(countFitting(widths, { width: 100, lines: 2 }, 30)).toBe(shown)
})

test('a permanent button gets its space, and without space nothing fits', () => {
  expect(countFitting([90, 90], { width: 100, lines: 2 }, 30)).toBe(2)
  expect(countFitting([90, 90], { width: 100, lines: 2 }, 30, true)).toBe(1)
  expect(countFitting([10], { width: 100, lines: 0 }, 30)).toBe(0)
})

test('what is shown with its button never needs more lines than there are', () => {
  const widths = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 12 })
  fc.assert(
    fc.property(widths, fc.integer({ min: 1, max: 5 }), (all, lines) => {
      const shown = countFitting(all, { width: 100, lines }, 30)
      const texts = shown === all.length ? all : [...all.slice(0, shown), 30]
      if (shown > 0) expect(countFitting(texts, { width: 100, lines }, 0)).toBe(texts.length)
    }),
  )
  expect(textWidth('OREX-800059-0')).toBeGreaterThan(80)
})
