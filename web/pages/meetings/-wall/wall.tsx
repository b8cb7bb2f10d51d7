import { Button, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { BallotResult } from '#domain/meetings/live_contract.ts'
import { secondsOn } from '#domain/meetings/rules.ts'
import { useWakeLock } from '#web/lib/screen/wake_lock.ts'
import { clockText, type ProposalClock, useServerNow } from '#web/ui/meeting/meeting_clock.tsx'
import { Logo } from '#web/ui/text/asteroid.tsx'
import classes from './wall.module.css'

interface WallProps {
  /** 'AO7'. */
  term: string
  /** 'Panel Meeting, 2027-05-11'. */
  meeting: string
  /** What is announced to screen readers: 'Panel Meeting, now 111'. */
  heading: string
  /** Whether what is shown is up to date. */
  sign: ReactNode
  foot: ReactNode
  children: ReactNode
}

/** The frame of the wall: the call above, what is on in the middle, the time of day below. */
export function Wall({ term, meeting, heading, sign, foot, children }: WallProps) {
  useWakeLock()
  return (
    <main id="content" tabIndex={-1} className={classes.wall}>
      <VisuallyHidden>
        <h1 id="heading">{heading}</h1>
      </VisuallyHidden>
      <header className={classes.head}>
        <Logo />
        <span className={classes.term}>{term}</span>
        <span>{meeting}</span>
        <span className={classes.sign}>{sign}</span>
        <Button
          variant="default"
          className={classes.full!}
          onClick={() => void document.documentElement.requestFullscreen?.().catch(() => {})}
        >
          Full screen
        </Button>
      </header>
      {children}
      <footer className={classes.foot}>{foot}</footer>
    </main>
  )
}

/** A state in a few words: 'Break', 'until 13:00'. */
export const WallMessage = ({ children, below }: { children: ReactNode; below?: ReactNode }) => (
  <div className={classes.said}>
    <p>{children}</p>
    {below && <p>{below}</p>}
  </div>
)

/** Characters that take about twice the width of a Latin letter. */
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu

/** The letters of a title, in hundredths of the window's width: less the longer it is, so that it fits below its number. */
export function titleSize(title: string): number {
  const letters = title.length + (title.match(WIDE)?.length ?? 0)
  return Math.min(3.5, Math.max(1.5, Math.sqrt(1400 / Math.max(1, letters))))
}

interface WallProposalProps {
  id: number
  title: string
  /** Below the title: what the chair shows. */
  children?: ReactNode
  time: ReactNode
}

export const WallProposal = ({ id, title, time, children }: WallProposalProps) => (
  <div className={classes.middle}>
    <div>
      <p className={classes.number}>{id}</p>
      <p className={classes.title} style={{ fontSize: `calc(${titleSize(title).toFixed(2)} * var(--u))` }}>
        {title}
      </p>
      {children}
    </div>
    {time}
  </div>
)

/** '3.75 median', '3.00 to 4.25 range'. */
export const WallResult = ({ median, lowest, highest }: BallotResult) => (
  <p className={classes.result}>
    <span>
      <b>{median.toFixed(2)}</b> median
    </span>
    <span>
      <b>{`${lowest.toFixed(2)} to ${highest.toFixed(2)}`}</b> range
    </span>
  </p>
)

interface WallClockProps {
  clock: ProposalClock
  offset: number
}

/** The time left of the time planned, or, in red, the time beyond it. */
export function WallTime({ clock, offset }: WallClockProps) {
  const left = clock.minutes * 60 - secondsOn(clock, useServerNow(offset))
  return (
    <div className={classes.time} role="timer" data-over={left < 0 || undefined}>
      <b>{clockText(Math.abs(left))}</b>
      <span>{`${left < 0 ? 'over' : 'left of'} ${clockText(clock.minutes * 60)} min`}</span>
    </div>
  )
}

/** The share of the time planned that has passed. */
export function WallBar({ clock, offset }: WallClockProps) {
  const share = secondsOn(clock, useServerNow(offset)) / (clock.minutes * 60)
  return (
    <div className={classes.track} data-over={share > 1 || undefined}>
      <i style={{ width: `${Math.min(100, 100 * share)}%` }} />
    </div>
  )
}

/** The state of what is on, and the time of day. */
export function WallFoot({ state, offset }: { state?: ReactNode; offset: number }) {
  const now = useServerNow(offset)
  return (
    <div className={classes.below}>
      <span>{state && <b>{state}</b>}</span>
      <span>{now.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}</span>
    </div>
  )
}
