import { Link } from '@tanstack/react-router'
import type { Address } from '#domain/address.ts'
import { target } from '#web/lib/routing/navigation.ts'
import classes from './view_switch.module.css'

/** A view is active only on its exact path, whatever the search parameters. */
const EXACTLY = { exact: true, includeSearch: false }

/** Switches between screens that are views of the same thing, by label and address. */
export const ViewLinks = ({ views }: { views: readonly (readonly [string, Address])[] }) => (
  <nav aria-label="View" className={classes.switch}>
    {views.map(([view, to]) => (
      <Link key={view} {...target(to)} className={classes.view} activeOptions={EXACTLY}>
        {view}
      </Link>
    ))}
  </nav>
)
