import { time, zoneName } from '#web/lib/format/format.ts'
import classes from './standing.module.css'

const DAY = 24 * 3600_000

/** How many days there are until a deadline, large, counted as the call line counts them; nothing once it has passed. */
export function DaysLeft({ until, to }: { until: string; to: string }) {
  const left = Date.parse(until) - Date.now()
  if (left <= 0) return null
  const days = Math.ceil(left / DAY)
  return (
    <div className={classes.days}>
      <b>{days}</b>
      <span>
        {days === 1 ? 'day' : 'days'} {to}, until {time(until)} ({zoneName()})
      </span>
    </div>
  )
}
