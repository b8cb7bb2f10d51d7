import { dayOfMoment, daysBetween } from '#domain/custody/loans/due.ts'
import classes from './amount.module.css'

interface DueInProps {
  due_on: string | null
  /** Nobody is late with what is back already. */
  days_late: number
}

const counted = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** The days until a due day, or by which it has passed, in red; '-' where none is set or nothing is out any more. */
export function DueIn({ due_on, days_late }: DueInProps) {
  if (due_on === null) return '-'
  if (days_late > 0) return <span className={classes.wrong}>{`${counted(days_late)} late`}</span>
  const left = daysBetween(dayOfMoment(new Date()), due_on)
  return left < 0 ? '-' : left === 0 ? 'due today' : `${counted(left)} left`
}
