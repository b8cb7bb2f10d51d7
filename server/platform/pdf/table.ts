import type { Cell, Sheet, Style } from './sheet.ts'

/** A column of a table; `share` is its part of the width against the others' (default 1). */
export interface Column {
  label: string
  share?: number
  align?: 'left' | 'right'
}

const HEAD: Style = { weight: 'bold', size: 8, colour: '#1a1f2b' }
const BODY: Style = { weight: 'regular', size: 8, colour: '#1a1f2b' }
const SHADE = '#e6eaf1'
const RULE = '#b4bcc9'
/** Points. */
const PADDING = 3

/** Draws a table over the whole width; the header row is repeated on every page. */
export function drawTable(
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): void {
  const cells = cellsOf(columns, sheet.width)
  const header = () =>
    sheet.flow(
      cells(
        columns.map((column) => column.label),
        HEAD,
      ),
      { padding: PADDING, under: (height) => sheet.fill(sheet.y, height, SHADE) },
    )
  const rule = (height: number) => sheet.fill(sheet.y + height - 0.5, 0.5, RULE)
  // Never a header alone at the foot of a page.
  sheet.need(60)
  header()
  for (const row of rows) {
    sheet.flow(cells(row, BODY), { padding: PADDING, under: rule, onTurn: header })
  }
}

/** Puts the texts of a row into the columns' places on the sheet. */
function cellsOf(columns: readonly Column[], width: number) {
  const total = columns.reduce((sum, column) => sum + (column.share ?? 1), 0)
  let x = 0
  const frames = columns.map((column) => {
    const full = (width * (column.share ?? 1)) / total
    const frame = { x: x + PADDING, width: full - 2 * PADDING, align: column.align }
    x += full
    return frame
  })
  return (texts: readonly string[], style: Style): Cell[] =>
    frames.map((frame, i) => ({ ...frame, style, text: texts[i] ?? '-' }))
}
