import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveByKey } from './keyboard.ts'
import { type GridSizes, ZOOMS } from './sizes.ts'
import {
  columnAt,
  columnEdges,
  scrollOffset,
  TILE_COLUMNS,
  TILE_ROWS,
  tilesInView,
} from './virtualization.ts'

const SIZES: GridSizes = { zoom: 'small', rowHead: 260, columnHead: 68, cellHeight: 51, cellWidth: 56 }
const WIDE = 70
const sizes: fc.Arbitrary<GridSizes> = fc.record({
  zoom: fc.constantFrom(...ZOOMS),
  rowHead: fc.integer({ min: 120, max: 360 }),
  columnHead: fc.integer({ min: 40, max: 180 }),
  cellHeight: fc.integer({ min: 40, max: 112 }),
  cellWidth: fc.integer({ min: 51, max: 140 }),
})
/** Columns of two widths, as they come. */
const columns = fc.array(fc.boolean(), { minLength: 1, maxLength: 400 })

const edgesOf = (wide: readonly boolean[], { cellWidth }: GridSizes) =>
  columnEdges(wide.length, (j) => (wide[j] ? cellWidth + WIDE - SIZES.cellWidth : cellWidth))

test('the rendered tiles cover the viewport and little more', () => {
  fc.assert(
    fc.property(sizes, columns, fc.nat(1e5), fc.nat(1e5), (m, wide, scrollTop, x) => {
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
  const edges = edgesOf([false, true, false], SIZES)
  expect([...edges]).toEqual([0, 56, 126, 182])
  expect([-5, 0, 55, 56, 125, 126, 181, 900].map((x) => columnAt(edges, x))).toEqual([0, 0, 0, 1, 1, 2, 2, 2])
  expect(columnAt(new Float64Array(1), 100)).toBe(0)
})

test('a small grid is rendered whole, an empty one not at all', () => {
  const m = SIZES
  const view = { scrollTop: 0, scrollLeft: 0, width: 1100, height: 780 }
  const few = edgesOf([false, true, false, false, true], m)
  expect(tilesInView(view, m, 3, few)).toEqual({ top: 0, bottom: 3, left: 0, right: 5 })
  expect(tilesInView(view, m, 0, new Float64Array(1))).toEqual({ top: 0, bottom: 0, left: 0, right: 0 })
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
