import type { Key, ReactNode } from 'react'
import classes from './event_line.module.css'

/** Something that happened. */
export interface EventOnLine {
  key: Key
  title: ReactNode
  /** When, by whom, why. */
  note: ReactNode
  /** It was put right by a later one. */
  countered?: boolean
  /** Buttons. */
  action?: ReactNode
}

/** Events one below the other, the first marked. */
export const EventLine = ({ label, events }: { label: string; events: readonly EventOnLine[] }) => (
  <ol className={classes.line} aria-label={label}>
    {events.map(({ key, title, note, countered, action }) => (
      <li key={key} data-countered={countered || undefined}>
        <i aria-hidden />
        <div>
          <b>{title}</b>
          <small>{note}</small>
          {action}
        </div>
      </li>
    ))}
  </ol>
)
