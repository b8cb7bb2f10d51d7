import { IconMinus, IconPlus } from '@tabler/icons-react'
import { ZOOMS, type Zoom } from '../geometry/sizes.ts'
import classes from './head.module.css'

/** The width of the asteroid sign before a name, in pixels. */
export const SIGN_WIDTH = 17

interface DetailsProps {
  of: string
  open: () => void
}

/** The button of a head that opens all that stands there, and more. */
export const Details = ({ of, open }: DetailsProps) => (
  <button type="button" aria-label={`Details of ${of}`} onClick={open} className={classes.details}>
    i
  </button>
)

/** What of a head has no room, '+8', and opens at a press. */
export const More = ({ of, says, open }: DetailsProps & { says: string }) => (
  <button
    type="button"
    aria-label={`${says} of ${of}`}
    aria-haspopup="dialog"
    onClick={open}
    className={classes.more}
  >
    {says}
  </button>
)

/** The name in a small head: the button of the whole head, that opens all that has no room in it. */
export const Open = ({
  of,
  says,
  open,
  wide = false,
  clash = false,
}: DetailsProps & { says: string; wide?: boolean; clash?: boolean }) => (
  <button
    type="button"
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

/** The corner of the heads: which way round the grid is, and how large. */
export const Corner = ({ transposed, zoom, onZoom }: CornerProps) => (
  <div className={classes.corner}>
    <span>{transposed ? 'Samples by proposals' : 'Proposals by samples'}</span>
    <span className={classes.zoom}>
      <button type="button" aria-label="Smaller" disabled={zoom === ZOOMS[0]} onClick={() => onZoom(-1)}>
        <IconMinus size={14} aria-hidden />
      </button>
      <button type="button" aria-label="Larger" disabled={zoom === ZOOMS.at(-1)} onClick={() => onZoom(1)}>
        <IconPlus size={14} aria-hidden />
      </button>
    </span>
  </div>
)
