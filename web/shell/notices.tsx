import { ConnectionLine } from './connection_line.tsx'
import classes from './frame.module.css'
import { MessageBanner } from './message_banner.tsx'

/** What is said to whichever screen is there, below at the right where it hides no heading. */
export const Notices = () => (
  <div className={classes.banner}>
    <ConnectionLine />
    <MessageBanner />
  </div>
)
