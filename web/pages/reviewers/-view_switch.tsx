import { IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { target } from '#web/lib/routing/navigation.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import classes from '#web/ui/lists/view_switch.module.css'

const VIEWS = [
  ['Reviewers', address('/reviewers')],
  ['Reports', address('/reviewers/late')],
] as const
/** A view is active only on its exact path, whatever the search parameters. */
const EXACTLY = { exact: true, includeSearch: false }

/** Switches between the reviewer list and the late reports. */
export const ViewSwitch = () => (
  <nav aria-label="View" className={classes.switch}>
    {VIEWS.map(([view, to]) => (
      <Link key={view} {...target(to)} className={classes.view} activeOptions={EXACTLY}>
        {view}
      </Link>
    ))}
  </nav>
)

/** Leads to the grid in which reviewers are assigned. */
export const AssignLink = () => (
  <LinkButton
    variant="default"
    to={address('/reviewers/assign')}
    leftSection={<IconUserPlus size={16} aria-hidden />}
  >
    Assign Reviewers
  </LinkButton>
)

/** Leads to the findings that the office judges. */
export const ConflictsLink = () => (
  <LinkButton variant="default" to={address('/reviewers/conflicts')}>
    Conflicts
  </LinkButton>
)
