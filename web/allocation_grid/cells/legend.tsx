import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { shade } from '#web/tokens.ts'
import layout from '../board.module.css'
import classes from './cell.module.css'

const Box = ({ is, children }: { is: (string | undefined)[]; children?: ReactNode }) => (
  <span aria-hidden className={is.join(' ')}>
    <span className={classes.tick} />
    {children}
  </span>
)

/** What the marks of the grid mean, and its keys. */
export const Legend = ({ editable }: { editable: boolean }) => (
  <div className={layout.legend}>
    <span>
      <span aria-hidden className={classes.first}>
        1
      </span>
      asked for by name, priority
    </span>
    <span>
      <span aria-hidden className={classes.any} style={{ color: shade('pink').color }}>
        2
      </span>
      among the nearest to an Any request
    </span>
    <span>
      <Box is={[classes.hope, layout.hatched]} />
      may answer one
    </span>
    <span>
      <Box is={[classes.on]} />
      assigned
    </span>
    {editable && (
      <span>
        <Box is={[classes.on, classes.changed]} />
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
        suggested, takes no effect until you take it
      </span>
    )}
    <span className={layout.keys}>
      Arrow keys move{editable && ', Space ticks'}, P the proposal, S the sample, + and - zoom
    </span>
  </div>
)
