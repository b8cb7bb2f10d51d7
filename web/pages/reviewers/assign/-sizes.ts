import type { GridSizes, Zoom } from '#web/ui/grid/sizes.ts'

type Sizes = Omit<GridSizes, 'zoom'>

const BY_REVIEWER: Record<Zoom, Sizes> = {
  small: { rowHead: 258, columnHead: 54, cellHeight: 40, cellWidth: 52 },
  medium: { rowHead: 290, columnHead: 86, cellHeight: 44, cellWidth: 92 },
  large: { rowHead: 330, columnHead: 116, cellHeight: 58, cellWidth: 140 },
}
const BY_PROPOSAL: Record<Zoom, Sizes> = {
  small: { rowHead: 258, columnHead: 56, cellHeight: 40, cellWidth: 68 },
  medium: { rowHead: 330, columnHead: 72, cellHeight: 44, cellWidth: 92 },
  large: { rowHead: 360, columnHead: 104, cellHeight: 58, cellWidth: 140 },
}
const PHONE = { rowHead: 150, cellWidth: 60, cellHeight: 40 }

/** The sizes at a zoom; `transposed`: proposals as rows. On a phone the row heads are narrow, of one line. */
export function sizesOf(
  zoom: Zoom,
  { transposed, phone }: { transposed: boolean; phone: boolean },
): GridSizes {
  const sizes = (transposed ? BY_PROPOSAL : BY_REVIEWER)[zoom]
  return { zoom, ...sizes, ...(phone && { ...PHONE, cellWidth: Math.max(PHONE.cellWidth, sizes.cellWidth) }) }
}
