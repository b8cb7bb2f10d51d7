import { IconMinus, IconPlus } from '@tabler/icons-react'
import classes from './head.module.css'
import { ZOOMS, type Zoom } from './measures.ts'

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
