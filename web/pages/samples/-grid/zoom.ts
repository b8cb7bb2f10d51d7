import { useState } from 'react'
import { useVisitor } from '#web/lib/session/session.ts'
import { ZOOMS, type Zoom } from './measures.ts'

/** How large the grids are shown: kept on this device for the user; `step` goes to the next larger or smaller. */
export function useZoom(): [Zoom, (step: 1 | -1) => void] {
  const key = `ao.zoom.${useVisitor()?.id}`
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
