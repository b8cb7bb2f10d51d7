import type { ReactNode } from 'react'
import type { Colour } from '#domain/state_machine.ts'
import { shade } from '#web/tokens.ts'
import classes from './status_chip.module.css'

interface StatusChipProps {
  colour: Colour
  /** Without its ground: in a list where nearly all rows say the same. */
  quiet?: boolean
  children: ReactNode
}

/** A state in its colour: `<StatusChip colour={reportStatus.colour(status)}>{reportStatus.label(status)}</StatusChip>`. */
export const StatusChip = ({ colour, quiet = false, children }: StatusChipProps) => (
  <span
    className={classes.chip}
    style={quiet ? { color: shade(colour).color } : shade(colour)}
    data-hollow={colour === 'hollow-red' || undefined}
    data-quiet={quiet || undefined}
  >
    {children}
  </span>
)
