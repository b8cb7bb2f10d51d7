import { IconUserPlus } from '@tabler/icons-react'
import { address } from '#domain/address.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { ViewLinks } from '#web/ui/lists/view_links.tsx'

const VIEWS = [
  ['Reviewers', address('/reviewers')],
  ['Reports', address('/reviewers/late')],
] as const

/** Switches between the reviewer list and the late reports. */
export const ViewSwitch = () => <ViewLinks views={VIEWS} />

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
