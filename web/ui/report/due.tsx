import { daysLeft, dueText } from '#domain/reports/due.ts'
import classes from './due.module.css'

/** When a report is due, with the days left; red once it is late. */
export const Due = ({ at, now = new Date() }: { at: string; now?: Date }) => (
  <span className={classes.due} data-late={daysLeft(at, now) < 0 || undefined}>
    {dueText(at, now)}
  </span>
)
