import { secondsOn } from '#domain/meetings/rules.ts'
import { useNow } from '#web/lib/http/live.ts'
import classes from './meeting_clock.module.css'

/** The clock of a proposal: the seconds until it last stopped, since when it runs, and the minutes planned. */
export interface ProposalClock {
  spent_seconds: number
  running_since: string | null
  minutes: number
}

/** The present by the server's clock. `offset`: by how many ms it is ahead of ours. */
export const useServerNow = (offset: number): Date => new Date(useNow() + offset)

/** '03:49'; minutes go beyond 59. */
export const clockText = (seconds: number) =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

interface MeetingClockProps {
  clock: ProposalClock
  offset: number
}

/** The time that a proposal has taken, of the time planned; red once it is over. */
export function MeetingClock({ clock, offset }: MeetingClockProps) {
  const seconds = secondsOn(clock, useServerNow(offset))
  return (
    <div className={classes.clock} data-over={seconds > clock.minutes * 60 || undefined} role="timer">
      <span>{clockText(seconds)}</span> <small>{`of ${clockText(clock.minutes * 60)} min`}</small>
    </div>
  )
}
