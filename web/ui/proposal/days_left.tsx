import { time, zoneName } from '#web/lib/format.ts'
import classes from './standing.module.css'

const DAY = 24 * 3600_000

/** How many days there are until a deadline, large, and its instant; nothing once it has passed. */
export function DaysLeft({ until, to }: { until: string; to: string }) {
  const left = Date.parse(until) - Date.now()
  if (left <= 0) return null
  const days = Math.floor(left / DAY)
  return (
    <div className={classes.days}>
      <b>{days === 0 ? '<1' : days}</b>
      <span>
        {days < 2 ? 'day' : 'days'} {to}, until {time(until)} ({zoneName()})
      </span>
    </div>
  )
}
