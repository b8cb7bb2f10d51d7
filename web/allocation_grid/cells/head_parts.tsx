import { IconMinus, IconPlus } from '@tabler/icons-react'
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
  <button type="button" aria-label={`Details of ${of}`} onClick={open} className={classes.details}>
    i
  </button>
)

/** A button for what does not fit into a head: '+8'. It opens the details. */
export const MoreButton = ({ of, says, open }: DetailsProps & { says: string }) => (
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

/** The corner of the heads: the orientation of the grid and the zoom buttons. */
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
