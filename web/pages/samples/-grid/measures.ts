/** The room for the words of a head: the width of a line in pixels, and how many lines there are. */
export interface Room {
  width: number
  lines: number
}

/** The sizes of a grid's parts in pixels; every cell is alike, so that a place can be reckoned. */
export interface Measures {
  /** The head of a row, and the height of the column heads. */
  rowHead: number
  columnHead: number
  cellWidth: number
  cellHeight: number
  /** What of a head is left for the requests of a proposal, and for those who have a sample. */
  requests: Room
  claims: Room
}

const PADDING = 14

export function measuresOf({ transposed, phone }: { transposed: boolean; phone: boolean }): Measures {
  const sizes = transposed
    ? {
        rowHead: phone ? 124 : 250,
        columnHead: 164,
        cellWidth: phone ? 108 : 140,
        cellHeight: phone ? 114 : 75,
      }
    : { rowHead: phone ? 136 : 340, columnHead: 136, cellWidth: phone ? 96 : 104, cellHeight: 112 }
  const { rowHead, cellWidth } = sizes
  return {
    ...sizes,
    // On a phone the requests are a button.
    requests: { width: (transposed ? cellWidth : rowHead) - PADDING, lines: phone ? 0 : transposed ? 5 : 3 },
    claims: { width: (transposed ? rowHead : cellWidth) - PADDING, lines: transposed && !phone ? 1 : 2 },
  }
}

/** Rows and columns are made in blocks, so that scrolling makes and drops many at a time, and seldom. */
export const BLOCK_ROWS = 4
export const BLOCK_COLUMNS = 8

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

/** The whole blocks that a viewport shows, and half a block around them. */
export function windowOf(view: Viewport, m: Measures, size: { down: number; across: number }): Window {
  const first = view.scrollTop / m.cellHeight
  const start = view.scrollLeft / m.cellWidth
  const shown = Math.max(0, view.height - m.columnHead) / m.cellHeight
  const wide = Math.max(0, view.width - m.rowHead) / m.cellWidth
  return {
    top: down(first - BLOCK_ROWS / 2, BLOCK_ROWS),
    bottom: up(first + shown + BLOCK_ROWS / 2, BLOCK_ROWS, size.down),
    left: down(start - BLOCK_COLUMNS / 4, BLOCK_COLUMNS),
    right: up(start + wide + BLOCK_COLUMNS / 4, BLOCK_COLUMNS, size.across),
  }
}

export const sameWindow = (a: Window, b: Window) =>
  a.top === b.top && a.bottom === b.bottom && a.left === b.left && a.right === b.right

/** Where to scroll along one axis so that a cell is in sight; as it is when it is. */
export function scrollTo(place: number, length: number, scrolled: number, room: number): number {
  const from = place * length
  if (from < scrolled) return from
  return from + length > scrolled + room ? from + length - room : scrolled
}
