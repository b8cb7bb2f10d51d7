import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { api } from '#web/lib/api.ts'
import { useCall } from '#web/lib/query.ts'
import { useHasRole, useIsOffice } from '#web/lib/session.tsx'
import { InformationList } from '#web/ui/information_list.tsx'
import { Page } from '#web/ui/page.tsx'
import { AssignedReports } from '#web/ui/reviewer/assigned_reports.tsx'
import { RequestedProposals } from '#web/ui/reviewer/requested_proposals.tsx'
import { ScreenLink } from '#web/ui/screen_link.tsx'
import { SetupSteps } from '#web/ui/setup_steps.tsx'
import { Exports } from './-exports.tsx'

export const Route = createFileRoute('/')({ component: Dashboard })

function Dashboard() {
  const office = useIsOffice()
  const staff = useHasRole('admin', 'panel')
  const reviewer = useHasRole('reviewer')
  return (
    <Page title="Dashboard">
      {office && <SetupSteps />}
      {office && <NotRegistered />}
      <InformationList />
      {reviewer && <RequestedProposals />}
      {reviewer && <AssignedReports />}
      {staff && <Exports />}
    </Page>
  )
}

/** How many applicants of the current term wait for a decision. */
function NotRegistered() {
  const count = useCall(api.applicants.notRegisteredCount).data
  return (
    <div>
      <ScreenLink to={address('/proposers/applicant', {}, { status: '0' })} fw={600}>
        {`Applicants Not Registered : ${count ?? '…'}`}
      </ScreenLink>
    </div>
  )
}
