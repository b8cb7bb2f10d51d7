import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveByKey } from './keyboard.ts'
import { sizesOf, ZOOMS } from './sizes.ts'
import { countFitting, textWidth } from './text_fit.ts'
import { columnAt, scrollOffset, TILE_COLUMNS, TILE_ROWS, tilesInView } from './virtualization.ts'

const shapes = fc.record({
  zoom: fc.constantFrom(...ZOOMS),
  transposed: fc.boolean(),
  phone: fc.boolean(),
})
/** Columns of two widths, as they come. */
const columns = fc.array(fc.boolean(), { minLength: 1, maxLength: 400 })

function edgesOf(wide: readonly boolean[], { cellWidth, wideWidth }: ReturnType<typeof sizesOf>) {
  const edges = new Float64Array(wide.length + 1)
  for (const [j, is] of wide.entries()) edges[j + 1] = edges[j]! + (is ? wideWidth : cellWidth)
  return edges
}

test('the rendered tiles cover the viewport and little more', () => {
  fc.assert(
    fc.property(shapes, columns, fc.nat(1e5), fc.nat(1e5), (shape, wide, scrollTop, x) => {
      const m = sizesOf(shape)
      const edges = edgesOf(wide, m)
      const end = edges[wide.length]!
      const scrollLeft = x % end
      const view = { scrollTop: scrollTop % (900 * m.cellHeight), scrollLeft, width: 1100, height: 780 }
      const { top, bottom, left, right } = tilesInView(view, m, 1000, edges)
      expect(top * m.cellHeight).toBeLessThanOrEqual(view.scrollTop)
      expect(bottom * m.cellHeight).toBeGreaterThanOrEqual(view.scrollTop + view.height - m.columnHead)
      expect(edges[left]).toBeLessThanOrEqual(scrollLeft)
      expect(edges[right]).toBeGreaterThanOrEqual(Math.min(end, scrollLeft + view.width - m.rowHead))
      expect([top % TILE_ROWS, left % TILE_COLUMNS]).toEqual([0, 0])
      expect((bottom - top) * (right - left)).toBeLessThanOrEqual(28 * 40)
    }),
  )
})

test('a column is found by its left edge', () => {
  const edges = edgesOf([false, true, false], sizesOf({ zoom: 'small', transposed: false, phone: false }))
  expect([...edges]).toEqual([0, 56, 126, 182])
  expect([-5, 0, 55, 56, 125, 126, 181, 900].map((x) => columnAt(edges, x))).toEqual([0, 0, 0, 1, 1, 2, 2, 2])
  expect(columnAt(new Float64Array(1), 100)).toBe(0)
})

test('a small grid is rendered whole, an empty one not at all', () => {
  const m = sizesOf({ zoom: 'small', transposed: false, phone: false })
  const view = { scrollTop: 0, scrollLeft: 0, width: 1100, height: 780 }
  const few = edgesOf([false, true, false, false, true], m)
  expect(tilesInView(view, m, 3, few)).toEqual({ top: 0, bottom: 3, left: 0, right: 5 })
  expect(tilesInView(view, m, 0, new Float64Array(1))).toEqual({ top: 0, bottom: 0, left: 0, right: 0 })
})

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
  ['above', 2, 300, 200],
  ['below', 9, 300, 500],
  ['in sight', 4, 300, 300],
])('a cell %s is scrolled to', (_, place, scrolled, to) => {
  expect(scrollOffset(place * 100, (place + 1) * 100, scrolled, 500)).toBe(to)
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
  expect(moveByKey(key(name, ctrl), { i: 5, j: 5 }, { rowCount: 10, columnCount: 20 }, 6)).toEqual(to)
})

test('no key leads out of the grid', () => {
  expect(moveByKey(key('ArrowUp'), { i: 0, j: 0 }, { rowCount: 1, columnCount: 1 }, 6)).toEqual({
    i: 0,
    j: 0,
  })
  expect(moveByKey(key('ArrowRight'), { i: 0, j: 0 }, { rowCount: 1, columnCount: 1 }, 6)).toEqual({
    i: 0,
    j: 0,
  })
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
