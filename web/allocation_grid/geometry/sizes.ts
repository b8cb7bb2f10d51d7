import { useState } from 'react'
import { type Asteroid, BENNU } from '#domain/masters/values.ts'
import { useOptionalUser } from '#web/lib/session/session.ts'

/** The room for the words of a head: the width of a line in pixels, and how many lines there are. */
export interface Room {
  width: number
  lines: number
}

/** How much a head says: the look of many cells, a line of requests more, or all that stands there. */
export const ZOOMS = ['small', 'medium', 'large'] as const
export type Zoom = (typeof ZOOMS)[number]

/** The sizes of a grid's parts in pixels; rows are alike and columns of two widths, so that a place can be reckoned. */
export interface Measures {
  zoom: Zoom
  /** The width of the row heads, and the height of the column heads. */
  rowHead: number
  columnHead: number
  cellHeight: number
  cellWidth: number
  /** A column of Bennu: its names are longer. */
  wideWidth: number
  /** What of a head is left for the requests of a proposal, and for those who have a sample. */
  requests: Room
  claims: Room
}

interface Shape {
  zoom: Zoom
  /** Rows are samples and columns proposals. */
  transposed: boolean
  phone: boolean
}

type Sizes = Pick<Measures, 'rowHead' | 'columnHead' | 'cellHeight' | 'cellWidth' | 'wideWidth'>

const PADDING = 14
/** The row heads of a phone. */
const NARROW = 128

const alike = (cellWidth: number) => ({ cellWidth, wideWidth: cellWidth })

const BY_PROPOSAL: Record<Zoom, Sizes> = {
  small: { rowHead: 260, columnHead: 68, cellHeight: 40, cellWidth: 56, wideWidth: 70 },
  medium: { rowHead: 320, columnHead: 104, cellHeight: 56, cellWidth: 92, wideWidth: 108 },
  large: { rowHead: 340, columnHead: 136, cellHeight: 112, ...alike(104) },
}
const BY_SAMPLE: Record<Zoom, Sizes> = {
  small: { rowHead: 232, columnHead: 84, cellHeight: 40, ...alike(68) },
  medium: { rowHead: 240, columnHead: 116, cellHeight: 56, ...alike(96) },
  large: { rowHead: 250, columnHead: 164, cellHeight: 75, ...alike(140) },
}

/** The sizes of a grid at a zoom; on a phone the heads of rows are narrow and the requests a button. */
export function measuresOf({ zoom, transposed, phone }: Shape): Measures {
  const usual = (transposed ? BY_SAMPLE : BY_PROPOSAL)[zoom]
  const sizes = phone ? { ...usual, rowHead: NARROW, ...tall(zoom, transposed) } : usual
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
  }
}

/** In a narrow head the words of a sample take more lines. */
const tall = (zoom: Zoom, transposed: boolean) =>
  transposed && zoom !== 'small' ? { cellHeight: zoom === 'large' ? 114 : 84 } : {}

/** How wide the column of something of an asteroid is; null for a proposal. */
export const widthAt = ({ cellWidth, wideWidth }: Measures, asteroid: Asteroid | null) =>
  asteroid === BENNU ? wideWidth : cellWidth

/** How large the grids are shown: kept on this device for the user; `step` goes to the next larger or smaller. */
export function useZoom(): [Zoom, (step: 1 | -1) => void] {
  const key = `ao.zoom.${useOptionalUser()?.id}`
  const [zoom, setZoom] = useState(() => ZOOMS.find((one) => one === localStorage.getItem(key)) ?? 'small')
  return [
    zoom,
    (step) => {
      const next = ZOOMS[ZOOMS.indexOf(zoom) + step]
      if (!next) return
      localStorage.setItem(key, next)
      setZoom(next)
    },
  ]
}
