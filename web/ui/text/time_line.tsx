import type { Colour } from '#domain/state_machine.ts'
import { shade } from '#web/tokens.ts'
import classes from './time_line.module.css'

/** A time span; null for no end. */
export interface Span {
  label: string
  from: string
  to: string | null
  colour: Colour
}

interface TimeLineProps {
  spans: readonly Span[]
  now: Date
  /** Formats an instant for the scale. */
  written: (instant: string) => string
}

/** A chart of time spans with a mark at now. Hidden from screen readers: the same facts are in the text beside it. */
export function TimeLine({ spans, now, written }: TimeLineProps) {
  const ends = spans.flatMap(({ from, to }) => [Date.parse(from), Date.parse(to ?? from)])
  const [first, last] = [Math.min(...ends), Math.max(...ends)]
  // Spans without an end get a tenth more.
  const width = (last - first) * 1.1 || 1
  const at = (time: number) => `${(Math.min(1, Math.max(0, (time - first) / width)) * 100).toFixed(2)}%`
  const shown = +now >= first && +now <= first + width
  return (
    <div aria-hidden>
      <div className={classes.lines}>
        {spans.map(({ label, from, to, colour }) => (
          <div key={label} className={classes.line}>
            <span>{label}</span>
            <div className={classes.track}>
              <div
                className={`${classes.bar} ${to === null ? classes.endless : ''}`}
                style={{
                  ...shade(colour),
                  left: at(Date.parse(from)),
                  right: `calc(100% - ${to === null ? '100%' : at(Date.parse(to))})`,
                }}
              />
              {shown && <div className={classes.now} style={{ left: at(+now) }} />}
            </div>
          </div>
        ))}
      </div>
      <div className={classes.scale}>
        <span>{written(new Date(first).toISOString())}</span>
        {shown && <span>The line marks today</span>}
        <span>{written(new Date(last).toISOString())}</span>
      </div>
    </div>
  )
}
