import { useState } from 'react'
import { useOptionalUser } from '#web/lib/session/session.ts'

/** How much the heads show: small for many cells, large with everything. */
export const ZOOMS = ['small', 'medium', 'large'] as const
export type Zoom = (typeof ZOOMS)[number]

/** The sizes of a grid in pixels. All rows have one height, so that positions can be computed. */
export interface GridSizes {
  zoom: Zoom
  /** The width of the row heads, and the height of the column heads. */
  rowHead: number
  columnHead: number
  cellHeight: number
  /** The usual width of a column. */
  cellWidth: number
}

/** The zoom of the grids, stored on this device per user, and a function that steps it. */
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
