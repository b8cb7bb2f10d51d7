import { IconCheck, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { shade } from '#web/tokens.ts'
import { LegendButton } from '#web/ui/grid/legend.tsx'
import classes from './cell.module.css'
import layout from './legend.module.css'

const Box = ({ is, children }: { is: (string | undefined)[]; children?: ReactNode }) => (
  <span aria-hidden className={is.join(' ')}>
    <span className={classes.tick} />
    {children}
  </span>
)

/** The meaning of the marks of the grid, and its keys. */
export const Legend = ({ editable }: { editable: boolean }) => (
  <LegendButton
    keys={`Arrow keys move${editable ? ', Space assigns or removes' : ''}, P opens the proposal, S the sample, + and - zoom`}
  >
    <span>
      <span aria-hidden className={classes.first}>
        1
      </span>
      requested by name, with its priority
    </span>
    <span>
      <span aria-hidden className={classes.any} style={{ color: shade('pink').color }}>
        2
      </span>
      among the nearest to a request for Any
    </span>
    <span>
      <Box is={[classes.hope, layout.hatched]} />
      matches a request for Any
    </span>
    <span>
      <Box is={[classes.on, layout.hatched]} />
      assigned
    </span>
    <span>
      <Box is={[classes.on, classes.clash, layout.hatched]} />
      clash: assigned to several proposals
    </span>
    <span>
      <IconCheck size={12} stroke={2.5} aria-hidden />
      in the head of a proposal: assigned; without it: requested by name
    </span>
    {editable && (
      <span>
        <Box is={[classes.on, classes.changed, layout.hatched]} />
        not saved
      </span>
    )}
    <span>
      <Box is={[classes.on, classes.confirmed, layout.locked]}>
        <IconLock size={11} stroke={2.2} className={classes.lock} />
      </Box>
      confirmed
    </span>
    {editable && (
      <span>
        <Box is={[classes.suggested, layout.hatched]} />
        suggested; no effect until you accept it
      </span>
    )}
  </LegendButton>
)
