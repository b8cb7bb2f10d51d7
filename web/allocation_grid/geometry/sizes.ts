import type { GridSizes as BaseGridSizes, Zoom } from '#web/ui/grid/sizes.ts'

/** The space for texts in a head: line width in pixels and number of lines. */
export interface TextSpace {
  width: number
  lines: number
}

/** The sizes of the grid in pixels. At medium zoom the heads show a line of requests. */
export interface GridSizes extends BaseGridSizes {
  /** The width of columns with long names: Bennu samples. */
  wideWidth: number
  /** The space in a head for the requests of a proposal, and for the claims on a sample. */
  requests: TextSpace
  claims: TextSpace
  /** The space for the names of requested and assigned samples in the small row head of a proposal. */
  names: TextSpace
}

interface SizeOptions {
  zoom: Zoom
  /** Rows are samples and columns proposals. */
  transposed: boolean
  phone: boolean
  /** The width of the widest sample name in pixels. */
  widestName?: number
}

type BaseSizes = Pick<GridSizes, 'rowHead' | 'columnHead' | 'cellHeight' | 'cellWidth' | 'wideWidth'>

const PADDING = 14
const NAMES_PADDING = 20
/** The width of row heads on a phone, and up to which they grow with names; longer names wrap. */
const PHONE_ROW_HEAD = 128
const PHONE_MAX_ROW_HEAD = 190
/** The width in a row head that the name of a sample leaves to its asteroid sign, a button and the padding. */
const BESIDE_NAME = 68

const oneWidth = (cellWidth: number) => ({ cellWidth, wideWidth: cellWidth })

const BY_PROPOSAL: Record<Zoom, BaseSizes> = {
  small: { rowHead: 260, columnHead: 68, cellHeight: 51, cellWidth: 56, wideWidth: 70 },
  medium: { rowHead: 320, columnHead: 104, cellHeight: 56, cellWidth: 92, wideWidth: 108 },
  large: { rowHead: 340, columnHead: 136, cellHeight: 112, ...oneWidth(104) },
}
const BY_SAMPLE: Record<Zoom, BaseSizes> = {
  small: { rowHead: 232, columnHead: 84, cellHeight: 40, ...oneWidth(68) },
  medium: { rowHead: 240, columnHead: 116, cellHeight: 56, ...oneWidth(96) },
  large: { rowHead: 250, columnHead: 164, cellHeight: 75, ...oneWidth(140) },
}

/** The sizes at a zoom. On a phone row heads are narrow and requests are behind a button. */
export function sizesOf({ zoom, transposed, phone, widestName = 0 }: SizeOptions): GridSizes {
  const base = (transposed ? BY_SAMPLE : BY_PROPOSAL)[zoom]
  const usual = phone ? { ...base, rowHead: PHONE_ROW_HEAD, ...phoneHeight(zoom, transposed) } : base
  const sizes = transposed ? { ...usual, rowHead: rowHeadFor(widestName, usual.rowHead, phone) } : usual
  const lines = { small: 0, medium: 1, large: transposed ? 5 : 3 }[zoom]
  const claims = zoom === 'large' && transposed && !phone ? 1 : 2
  return {
    zoom,
    ...sizes,
    requests: {
      width: (transposed ? sizes.cellWidth : sizes.rowHead) - PADDING,
      lines: phone || (transposed && zoom === 'medium') ? 0 : lines,
    },
    claims: { width: (transposed ? sizes.rowHead : sizes.cellWidth) - PADDING, lines: claims },
    names: { width: sizes.rowHead - NAMES_PADDING, lines: zoom === 'small' && !transposed && !phone ? 1 : 0 },
  }
}

/** A row head is as wide as the widest name needs: a name is never cut. */
const rowHeadFor = (widestName: number, usual: number, phone: boolean) =>
  Math.max(usual, Math.min(Math.ceil(widestName) + BESIDE_NAME, phone ? PHONE_MAX_ROW_HEAD : Infinity))

/** In a narrow head the texts of a sample take more lines, and those of a proposal fewer. */
function phoneHeight(zoom: Zoom, transposed: boolean) {
  if (zoom === 'small') return { cellHeight: 40 }
  return transposed ? { cellHeight: zoom === 'large' ? 114 : 84 } : {}
}
