import { Link } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { target } from '#web/lib/routing/navigation.ts'
import classes from '#web/ui/lists/view_switch.module.css'

const VIEWS = [
  ['Organisations', address('/masters/organisations')],
  ['Not merged', address('/masters/organisations/affiliations')],
] as const
const EXACTLY = { exact: true, includeSearch: false }

/** Switches between the organisations and the affiliations that are none of them yet. */
export const ViewSwitch = () => (
  <nav aria-label="View" className={classes.switch}>
    {VIEWS.map(([view, to]) => (
      <Link key={view} {...target(to)} className={classes.view} activeOptions={EXACTLY}>
        {view}
      </Link>
    ))}
  </nav>
)
