import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitting, widthOf } from './fit.ts'
import { moved } from './keys.ts'
import { BLOCK_COLUMNS, BLOCK_ROWS, measuresOf, scrollTo, windowOf } from './measures.ts'

const measures = measuresOf({ transposed: false, phone: false })

test('what is made covers what is in sight, in whole blocks, and little more', () => {
  const size = { down: 1000, across: 5000 }
  fc.assert(
    fc.property(
      fc.nat(900 * measures.cellHeight),
      fc.nat(4900 * measures.cellWidth),
      (scrollTop, scrollLeft) => {
        const view = { scrollTop, scrollLeft, width: 1100, height: 780 }
        const { top, bottom, left, right } = windowOf(view, measures, size)
        expect(top * measures.cellHeight).toBeLessThanOrEqual(scrollTop)
        expect(bottom * measures.cellHeight).toBeGreaterThanOrEqual(
          scrollTop + view.height - measures.columnHead,
        )
        expect(left * measures.cellWidth).toBeLessThanOrEqual(scrollLeft)
        expect(right * measures.cellWidth).toBeGreaterThanOrEqual(scrollLeft + view.width - measures.rowHead)
        expect([top % BLOCK_ROWS, left % BLOCK_COLUMNS]).toEqual([0, 0])
        expect((bottom - top) * (right - left)).toBeLessThanOrEqual(16 * 24)
      },
    ),
  )
})

test('a small grid is made whole, an empty one not at all', () => {
  const view = { scrollTop: 0, scrollLeft: 0, width: 1100, height: 780 }
  expect(windowOf(view, measures, { down: 3, across: 5 })).toEqual({ top: 0, bottom: 3, left: 0, right: 5 })
  expect(windowOf(view, measures, { down: 0, across: 0 })).toEqual({ top: 0, bottom: 0, left: 0, right: 0 })
})

test.each([
  ['above', 2, 300, 200],
  ['below', 9, 300, 500],
  ['in sight', 4, 300, 300],
])('a cell %s is scrolled to', (_, place, scrolled, to) => {
  expect(scrollTo(place, 100, scrolled, 500)).toBe(to)
})

const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey, metaKey: false })
test.each([
  ['ArrowDown', false, { i: 6, j: 5 }],
  ['ArrowUp', false, { i: 4, j: 5 }],
  ['ArrowLeft', false, { i: 5, j: 4 }],
  ['ArrowRight', true, { i: 5, j: 19 }],
  ['Home', false, { i: 5, j: 0 }],
  ['Home', true, { i: 0, j: 0 }],
  ['End', true, { i: 9, j: 19 }],
  ['PageDown', false, { i: 9, j: 5 }],
  ['PageUp', false, { i: 0, j: 5 }],
  ['x', false, null],
])('%s (Ctrl %s)', (name, ctrl, to) => {
  expect(moved(key(name, ctrl), { i: 5, j: 5 }, { down: 10, across: 20 }, 6)).toEqual(to)
})

test('no key leads out of the grid', () => {
  expect(moved(key('ArrowUp'), { i: 0, j: 0 }, { down: 1, across: 1 }, 6)).toEqual({ i: 0, j: 0 })
  expect(moved(key('ArrowRight'), { i: 0, j: 0 }, { down: 1, across: 1 }, 6)).toEqual({ i: 0, j: 0 })
})

test.each([
  ['all, where they fit', [40, 40, 40], 3],
  ['what fits with a button for the rest', [40, 40, 40, 40, 40], 3],
  ['one that is wider than a line, over two', [150], 1],
  ['none, where the first does not fit', [400, 40], 0],
])('of the texts of a head it shows %s', (_, widths, shown) => {
  expect(fitting(widths, { width: 100, lines: 2 }, 30)).toBe(shown)
})

test('a button that is there in any case has its room, and no room holds nothing', () => {
  expect(fitting([90, 90], { width: 100, lines: 2 }, 30)).toBe(2)
  expect(fitting([90, 90], { width: 100, lines: 2 }, 30, true)).toBe(1)
  expect(fitting([10], { width: 100, lines: 0 }, 30)).toBe(0)
})

test('what is shown with its button never needs more lines than there are', () => {
  const widths = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 12 })
  fc.assert(
    fc.property(widths, fc.integer({ min: 1, max: 5 }), (all, lines) => {
      const shown = fitting(all, { width: 100, lines }, 30)
      const texts = shown === all.length ? all : [...all.slice(0, shown), 30]
      if (shown > 0) expect(fitting(texts, { width: 100, lines }, 0)).toBe(texts.length)
    }),
  )
  expect(widthOf('OREX-800059-0')).toBeGreaterThan(80)
})
