import { scoreColour } from '#domain/staff/status.ts'
import { priorityColour } from '#domain/state_machine.ts'
import { figure } from '#web/lib/format/format.ts'
import { shade } from '#web/tokens.ts'
import classes from './panel.module.css'

/** A requested priority: the first is red and large. */
export const PriorityMark = ({ priority }: { priority: number }) => (
  <span
    role="img"
    aria-label={`Priority ${priority}`}
    className={priority === 1 ? classes.first : classes.priority}
    style={priority === 1 ? undefined : shade(priorityColour(priority))}
  >
    {priority}
  </span>
)

/** A global score in the colour of its band; '-' without one. */
export const ScoreChip = ({ score }: { score: number | null }) => (
  <span className={classes.score} style={shade(scoreColour(score))} title="Global Score">
    {figure(score, 2)}
  </span>
)
