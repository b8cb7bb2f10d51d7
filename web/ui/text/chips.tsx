import type { ReactNode } from 'react'
import type { Colour } from '#domain/state_machine.ts'
import { shade } from '#web/tokens.ts'
import classes from './chips.module.css'

interface StatusChipProps {
  colour: Colour
  /** Without background, for lists where most rows have the same status. */
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

/** A plain fact in a hairline box: a keyword, a role, a rank. */
export const Tag = ({ children }: { children: ReactNode }) => <span className={classes.tag}>{children}</span>

/** The name of a call, wherever it is named as a thing: 'AO7'. */
export const TermTag = ({ children }: { children: ReactNode }) => (
  <span className={classes.term}>{children}</span>
)
