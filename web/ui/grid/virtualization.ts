import { type RefObject, useLayoutEffect, useState } from 'react'
import type { GridSizes } from './sizes.ts'

/** Rows and columns are rendered in tiles, so that scrolling mounts and unmounts rarely, and many cells at a time. */
export const TILE_ROWS = 4
export const TILE_COLUMNS = 4

/** The rendered part of a grid: first row or column inclusive, last exclusive. */
interface TileRange {
  top: number
  bottom: number
  left: number
  right: number
}

interface Viewport {
  scrollTop: number
  scrollLeft: number
  width: number
  height: number
}

const floorToTile = (value: number, step: number) => Math.max(0, Math.floor(value / step) * step)
const ceilToTile = (value: number, step: number, max: number) => Math.min(max, Math.ceil(value / step) * step)

/** The whole tiles in a viewport and half a tile around it; `edges` are the left edges of the columns. */
export function tilesInView(view: Viewport, m: GridSizes, rows: number, edges: Float64Array): TileRange {
  const columns = edges.length - 1
  const first = view.scrollTop / m.cellHeight
  const shown = Math.max(0, view.height - m.columnHead) / m.cellHeight
  const start = columnAt(edges, view.scrollLeft)
  const end = columnAt(edges, view.scrollLeft + Math.max(0, view.width - m.rowHead)) + 1
  return {
    top: floorToTile(first - TILE_ROWS / 2, TILE_ROWS),
    bottom: ceilToTile(first + shown + TILE_ROWS / 2, TILE_ROWS, rows),
    left: floorToTile(start - TILE_COLUMNS / 2, TILE_COLUMNS),
    right: ceilToTile(end + TILE_COLUMNS / 2, TILE_COLUMNS, columns),
  }
}

const sameTiles = (a: TileRange, b: TileRange) =>
  a.top === b.top && a.bottom === b.bottom && a.left === b.left && a.right === b.right

/** The scroll offset along one axis at which `from` to `to` is visible; unchanged if it is visible already. */
export function scrollOffset(from: number, to: number, offset: number, size: number): number {
  if (from < offset) return from
  return to > offset + size ? to - size : offset
}

/** The left edges of the columns in pixels after the row heads; the last value is the right edge of the last column. */
export function columnEdges(columnCount: number, widthOf: (j: number) => number): Float64Array {
  const edges = new Float64Array(columnCount + 1)
  for (let j = 0; j < columnCount; j++) edges[j + 1] = edges[j]! + widthOf(j)
  return edges
}

/** The column at `x` pixels; the last one beyond all, 0 before them. */
export function columnAt(edges: Float64Array, x: number): number {
  let low = 0
  let high = Math.max(0, edges.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (edges[middle]! <= x) low = middle
    else high = middle - 1
  }
  return low
}

const NO_TILES: TileRange = { top: 0, bottom: 0, left: 0, right: 0 }

/** The visible rows and column tiles of a grid; call `update` when they may have changed. */
export function useVisibleTiles(
  element: RefObject<HTMLElement | null>,
  sizes: GridSizes,
  rowCount: number,
  edges: Float64Array,
) {
  const [shown, setShown] = useState(NO_TILES)
  const update = () => {
    const box = element.current
    if (!box) return
    const { scrollTop, scrollLeft, clientWidth: width, clientHeight: height } = box
    const next = tilesInView({ scrollTop, scrollLeft, width, height }, sizes, rowCount, edges)
    setShown((now) => (sameTiles(now, next) ? now : next))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is visible depends on the sizes only
  useLayoutEffect(() => {
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [rowCount, edges, sizes])

  const columnTiles: number[] = []
  for (let from = shown.left; from < shown.right; from += TILE_COLUMNS) columnTiles.push(from)
  const rows: number[] = []
  for (let row = shown.top; row < shown.bottom; row++) rows.push(row)
  const contains = (i: number, j: number) =>
    i >= shown.top && i < shown.bottom && j >= shown.left && j < shown.right
  return { rows, columnTiles, contains, update }
}

/** The distance of an element from the top of the page in pixels, updated when content above it changes. */
export function useOffsetTop(element: RefObject<HTMLElement | null>): number {
  const [offsetTop, setOffsetTop] = useState(0)
  useLayoutEffect(() => {
    const update = () =>
      setOffsetTop(Math.round(element.current!.getBoundingClientRect().top + window.scrollY))
    update()
    const observer = new ResizeObserver(update)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return offsetTop
}
