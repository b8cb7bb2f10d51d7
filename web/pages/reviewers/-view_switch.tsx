import { Link } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { target } from '#web/lib/routing/navigation.ts'
import classes from './view_switch.module.css'

const VIEWS = [
  ['Reviewers', address('/reviewers')],
  ['Reports', address('/reviewers/late')],
] as const
/** The one is not open where the other is, whatever is searched for in it. */
const EXACTLY = { exact: true, includeSearch: false }

/** Leads from the reviewers to the reports that are waited for, and back. */
export const ViewSwitch = () => (
  <nav aria-label="View" className={classes.switch}>
    {VIEWS.map(([view, to]) => (
      <Link key={view} {...target(to)} className={classes.view} activeOptions={EXACTLY}>
        {view}
      </Link>
    ))}
  </nav>
)
