import { address } from '#domain/address.ts'
import { ScreenLink } from '#web/ui/screen_link.tsx'
import classes from './view_switch.module.css'

const VIEWS = {
  Reviewers: address('/reviewers'),
  Reports: address('/reviewers/late'),
} as const

/** Leads from the reviewers to the reports that are waited for, and back. */
export const ViewSwitch = ({ at }: { at: keyof typeof VIEWS }) => (
  <nav aria-label="View" className={classes.switch}>
    {(Object.keys(VIEWS) as (keyof typeof VIEWS)[]).map((view) => (
      <ScreenLink
        key={view}
        to={VIEWS[view]}
        underline="never"
        className={classes.view}
        aria-current={view === at ? 'page' : undefined}
      >
        {view}
      </ScreenLink>
    ))}
  </nav>
)
