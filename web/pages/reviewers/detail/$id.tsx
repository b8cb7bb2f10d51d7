import { Group, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { ReviewerDetail } from '#domain/reports/contract.ts'
import { isOpen } from '#domain/reports/due.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { PreviousNextLinks } from '#web/ui/layout/previous_next.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Due, ReportCounts } from '#web/ui/report/report_status.tsx'
import { Tag } from '#web/ui/text/chips.tsx'
import { Email } from '#web/ui/text/people.tsx'
import { ReviewerMails } from './-office_actions.tsx'
import { ReviewerProfileSection } from './-profile.tsx'
import { ReportTable } from './-report_table.tsx'

export const Route = createFileRoute('/reviewers/detail/$id')({
  loader: loadById(api.reports.reviewer),
  component: Reviewer,
})

const detail = (id: number) => address('/reviewers/detail/$id', { id })

function Reviewer() {
  const { id } = Route.useParams()
  const query = useCall(api.reports.reviewer, { params: { id } })
  const { prevReviewerID = null, nextReviewerID = null } = query.data ?? {}
  return (
    <Page
      title={query.data?.name ?? 'Reviewer Detail'}
      object={query.data?.name}
      breadcrumbs={[['Reviewer', address('/reviewers')], ['Reviewer Detail']]}
      actions={
        <PreviousNextLinks what="reviewer" previous={prevReviewerID} next={nextReviewerID} to={detail} />
      }
    >
      <Loaded query={query}>{(reviewer) => <Detail of={reviewer} />}</Loaded>
    </Page>
  )
}

function Detail({ of: reviewer }: { of: ReviewerDetail }) {
  const office = useIsOffice()
  return (
    <>
      <Identity of={reviewer} office={office} />
      {reviewer.is_reviewer && <ReviewerProfileSection id={reviewer.id} office={office} />}
      <Section title="Current reports" flush>
        <ReportTable reviewer={reviewer} reports={reviewer.reports} label="Current reports" />
      </Section>
      <Section title="Previous reports" flush>
        <ReportTable reviewer={reviewer} reports={reviewer.previous_reports} label="Previous reports" past />
      </Section>
    </>
  )
}

interface IdentityProps {
  of: ReviewerDetail
  office: boolean
}

/** The reviewer with the status of current reports, and the office's mails. */
function Identity({ of: reviewer, office }: IdentityProps) {
  const { name, email, affiliation, disabled, is_reviewer, reports } = reviewer
  const open = reports.find(isOpen)
  return (
    <Section title={name} aside={office && <ReviewerMails reviewer={reviewer} />}>
      <Group gap="6px 16px">
        <Email>{email}</Email>
        <span>{affiliation}</span>
        {(disabled || !is_reviewer) && <Tag>{disabled ? 'Disabled' : 'No longer a reviewer'}</Tag>}
      </Group>
      <Group gap="6px 12px" mt={8}>
        <Text span size="sm" c="dimmed">
          Current reports
        </Text>
        <ReportCounts of={reports} />
        {open && <Due at={open.reviews_due_at} />}
      </Group>
    </Section>
  )
}
