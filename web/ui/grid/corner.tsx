import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { ZOOMS, type Zoom } from './sizes.ts'
import classes from './virtual_grid.module.css'

interface CornerProps {
  zoom: Zoom
  onZoom: (step: 1 | -1) => void
  /** What the rows and columns are: 'Proposals by samples'. */
  children: ReactNode
}

/** The corner of the heads: what the grid shows and the zoom buttons. One of them is the tab stop of the head row, whose other buttons the arrow keys reach. */
export function Corner({ zoom, onZoom, children }: CornerProps) {
  const smallest = zoom === ZOOMS[0]
  return (
    <div className={classes.cornerParts}>
      <span>{children}</span>
      <span className={classes.zoom}>
        <button
          type="button"
          aria-label="Smaller"
          tabIndex={smallest ? -1 : 0}
          disabled={smallest}
          onClick={() => onZoom(-1)}
        >
          <IconMinus size={14} aria-hidden />
        </button>
        <button
          type="button"
          aria-label="Larger"
          tabIndex={smallest ? 0 : -1}
          disabled={zoom === ZOOMS.at(-1)}
          onClick={() => onZoom(1)}
        >
          <IconPlus size={14} aria-hidden />
        </button>
      </span>
    </div>
  )
}

/** Moves the focus among the buttons of the head row with the arrow keys; Down and Escape lead to the cells. */
export function moveInHead(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget: head } = event
  const grid = head.closest<HTMLElement>('[role=grid]')
  if (key === 'ArrowDown' || key === 'Escape') grid?.focus({ preventScroll: true })
  else if (key === 'ArrowRight' || key === 'ArrowLeft') {
    const stops = [...head.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    stops[at + (key === 'ArrowRight' ? 1 : -1)]?.focus()
  } else return
  event.preventDefault()
}
