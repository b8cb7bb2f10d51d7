import { Logo } from '#web/ui/logo.tsx'
import classes from './frame.module.css'

/** The title of the top bar, behind the sign of the system. */
export const Brand = () => (
  <div className={classes.brand}>
    <Logo />
    <span>
      <b>Announcement of Opportunity</b> <span>for Ryugu and Bennu Samples</span>
    </span>
  </div>
)
