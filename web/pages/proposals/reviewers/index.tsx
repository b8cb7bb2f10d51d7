import { List, Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { ProposalRow } from '#domain/staff/list.ts'
import { api } from '#web/lib/api.ts'
import * as filter from '#web/lib/filters.ts'
import { EmailAffiliation } from '#web/ui/email_affiliation.tsx'
import { ListPage } from '#web/ui/list_page.tsx'
import { ReportChip } from '#web/ui/report/chips.tsx'
import { DetailButton } from '#web/ui/row_parts.tsx'
import { GlobalScore } from '#web/ui/score.tsx'
import { ScreenLink } from '#web/ui/screen_link.tsx'

export const Route = createFileRoute('/proposals/reviewers/')({ component: ProposalReviewersList })

function ProposalReviewersList() {
  return (
    <ListPage
      title="Proposal Reviewers List"
      breadcrumbs={[['Proposal', address('/proposals')], ['Proposal Reviewers List']]}
      list={api.staff.withReviewers}
      filters={[filter.term()]}
      rowKey={(row) => row.id}
      columns={[
        { header: 'DETAIL', action: true, width: 90, cell: (row) => <Details of={row} /> },
        { header: 'Name', cell: (row) => row.name },
        { header: 'Email/Affiliation', cell: (row) => <EmailAffiliation of={row} /> },
        {
          header: 'Title',
          cell: (row) => (
            <ScreenLink
              to={address('/proposals/detail/$id', { id: row.id }, { tab: 'tab-3' })}
            >{`${row.id}: ${row.title}`}</ScreenLink>
          ),
        },
        { header: 'Reviewers', cell: (row) => <Reviewers of={row} /> },
        { header: 'Global Score', cell: (row) => <GlobalScore score={row.global_score} />, nowrap: true },
      ]}
    />
  )
}

/** A button for each reviewer of the proposal. */
const Details = ({ of: { reports } }: { of: ProposalRow }) => (
  <Stack gap={4}>
    {reports.map(({ id, user }) => (
      <DetailButton
        key={id}
        to={address('/reviewers/detail/$id', { id: user.id })}
        name={`of ${user.name}`}
      />
    ))}
  </Stack>
)

function Reviewers({ of: { reports, conflict } }: { of: ProposalRow }) {
  if (conflict) return 'You have a conflict of interest with this proposal.'
  if (reports.length === 0) return '-'
  return (
    <List listStyleType="none">
      {reports.map(({ id, title, status, user }) => (
        <List.Item key={id} mb={4}>
          <ScreenLink to={address('/reports/detail/$id', { id })}>{`${id}: ${title}`}</ScreenLink>{' '}
          <ReportChip status={status} />{' '}
          <ScreenLink to={address('/reviewers/detail/$id', { id: user.id })}>{user.name}</ScreenLink>
        </List.Item>
      ))}
    </List>
  )
}
