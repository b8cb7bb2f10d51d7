import type { ReactNode } from 'react'
import type { Address } from '#domain/address.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import classes from './progress_strip.module.css'

/**
 * How near to done, each with a colour: in trouble, idle, waiting, asked for, open, ready, moving, nearly done, done, back,
 * kept.
 */
type StripKind =
  | 'trouble'
  | 'idle'
  | 'waiting'
  | 'asked'
  | 'open'
  | 'ready'
  | 'moving'
  | 'nearly'
  | 'done'
  | 'back'
  | 'kept'

export interface StripPart {
  label: string
  count: number
  kind: StripKind
  /** What is shown of it, where that is not its count: '1.844 mg'. */
  shown?: ReactNode
  /** The list of exactly those. */
  to?: Address
}

interface ProgressStripProps {
  label: string
  /** The figure in front of the bar, and the lines below it. */
  children: ReactNode
  parts: readonly StripPart[]
}

/** How far a list has come: a figure, a bar of its parts, and what they are. */
export const ProgressStrip = ({ label, children, parts }: ProgressStripProps) => (
  <section className={classes.strip} aria-label={label}>
    <div>{children}</div>
    <div>
      <div className={classes.bar} aria-hidden>
        {parts.map(({ kind, label: name, count }) => (
          <i key={name} data-kind={kind} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={classes.key}>
        {parts.map(({ kind, label: name, count, shown = count, to }) => (
          <li key={name}>
            <i data-kind={kind} aria-hidden />
            <PartName to={to}>
              {name} <b>{shown}</b>
            </PartName>
          </li>
        ))}
      </ul>
    </div>
  </section>
)

const PartName = ({ to, children }: { to: Address | undefined; children: ReactNode }) =>
  to ? (
    <ScreenLink inherit c="inherit" underline="hover" to={to}>
      {children}
    </ScreenLink>
  ) : (
    children
  )

/** The large number of the strip. */
export const StripFigure = ({ children }: { children: ReactNode }) => (
  <b className={classes.figure}>{children}</b>
)
