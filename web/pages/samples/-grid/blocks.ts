import { at } from './edges.ts'
import type { Measures } from './measures.ts'

/** Rows and columns are made in blocks, so that scrolling makes and drops many at a time, and seldom. */
export const BLOCK_ROWS = 4
export const BLOCK_COLUMNS = 4

/** What of a grid is made: from a row or column up to, not including, another. */
export interface Window {
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

const down = (value: number, step: number) => Math.max(0, Math.floor(value / step) * step)
const up = (value: number, step: number, max: number) => Math.min(max, Math.ceil(value / step) * step)

/** The whole blocks that a viewport shows, and half a block around them; `edges` says where the columns begin. */
export function windowOf(view: Viewport, m: Measures, rows: number, edges: Float64Array): Window {
  const columns = edges.length - 1
  const first = view.scrollTop / m.cellHeight
  const shown = Math.max(0, view.height - m.columnHead) / m.cellHeight
  const start = at(edges, view.scrollLeft)
  const end = at(edges, view.scrollLeft + Math.max(0, view.width - m.rowHead)) + 1
  return {
    top: down(first - BLOCK_ROWS / 2, BLOCK_ROWS),
    bottom: up(first + shown + BLOCK_ROWS / 2, BLOCK_ROWS, rows),
    left: down(start - BLOCK_COLUMNS / 2, BLOCK_COLUMNS),
    right: up(end + BLOCK_COLUMNS / 2, BLOCK_COLUMNS, columns),
  }
}

export const sameWindow = (a: Window, b: Window) =>
  a.top === b.top && a.bottom === b.bottom && a.left === b.left && a.right === b.right

/** Where to scroll along one axis so that what lies from `from` up to `to` is in sight; as it is when it is. */
export function scrollTo(from: number, to: number, scrolled: number, room: number): number {
  if (from < scrolled) return from
  return to > scrolled + room ? to - room : scrolled
}
