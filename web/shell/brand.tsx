import { Logo } from '#web/ui/text/asteroid.tsx'
import classes from './brand.module.css'

/** The logo and title in the top bar. */
export const Brand = ({ size }: { size?: number | undefined }) => (
  <div className={classes.brand}>
    <Logo size={size} />
    <span>
      <b>Announcement of Opportunity</b> <span>for Ryugu and Bennu Samples</span>
    </span>
  </div>
)
