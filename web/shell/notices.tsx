import { useRef } from 'react'
import { useClearOfBars } from './clear_of_bars.ts'
import { ConnectionLine } from './connection_line.tsx'
import { MessageBanner } from './message_banner.tsx'
import classes from './notices.module.css'

/** Pixels above the lower edge of the window. */
const USUAL = 24

/** What is said to whichever screen is there, below at the right where it hides no heading and no bar. */
export function Notices() {
  const notices = useRef<HTMLDivElement>(null)
  useClearOfBars(notices, USUAL)
  return (
    <div ref={notices} className={classes.banner}>
      <ConnectionLine />
      <MessageBanner />
    </div>
  )
}
