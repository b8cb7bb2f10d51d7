import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { ZOOMS, type Zoom } from '../geometry/sizes.ts'
import classes from './head.module.css'

/** The width of the asteroid sign before a name, in pixels. */
export const SIGN_WIDTH = 17

interface DetailsProps {
  of: string
  open: () => void
}

/** The button of a head that opens its details in the panel. */
export const DetailsButton = ({ of, open }: DetailsProps) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={`Details of ${of}`}
    onClick={open}
    className={classes.details}
  >
    i
  </button>
)

/** A button for what does not fit into a head: '+8'. It opens the details. */
export const MoreButton = ({ of, says, open }: DetailsProps & { says: string }) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={`${says} of ${of}`}
    aria-haspopup="dialog"
    onClick={open}
    className={classes.more}
  >
    {says}
  </button>
)

/** The name in a small head, a button that opens the details. */
export const NameButton = ({
  of,
  says,
  open,
  wide = false,
  clash = false,
}: DetailsProps & { says: string; wide?: boolean; clash?: boolean }) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={of.includes(says) ? `Details of ${of}` : `Details of ${of}, ${says}`}
    onClick={open}
    className={[classes.open, wide && classes.cut, clash && classes.clash].filter(Boolean).join(' ')}
  >
    {says}
  </button>
)

interface CornerProps {
  transposed: boolean
  zoom: Zoom
  onZoom: (step: 1 | -1) => void
}

/** The corner of the heads: the orientation of the grid and the zoom buttons. One of them is the tab stop of the head row, whose other buttons the arrow keys reach. */
export function Corner({ transposed, zoom, onZoom }: CornerProps) {
  const smallest = zoom === ZOOMS[0]
  return (
    <div className={classes.corner}>
      <span>{transposed ? 'Samples by proposals' : 'Proposals by samples'}</span>
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
