import { List } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { ReviewerRow } from '#domain/reports/contract.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { api } from '#web/lib/api.ts'
import * as filter from '#web/lib/filters.ts'
import { useIsOffice } from '#web/lib/session.tsx'
import { Email } from '#web/ui/email.tsx'
import { ListPage } from '#web/ui/list_page.tsx'
import { ReportChip } from '#web/ui/report/chips.tsx'
import { ScreenLink } from '#web/ui/screen_link.tsx'
import { SendAllRequest } from './-send_all_request.tsx'

export const Route = createFileRoute('/reviewers/')({ component: ReviewerList })

function ReviewerList() {
  const office = useIsOffice()
  return (
    <ListPage
      title="Reviewer List"
      list={api.reports.reviewers}
      csv={api.reports.download}
      filters={[
        filter.text('name', 'Name'),
        filter.text('email', 'E-mail'),
        filter.text('affiliation', 'Affiliation'),
        filter.term(),
        filter.ticks('status', 'Status', reportStatus.choices),
      ]}
      tools={({ query }) => office && <SendAllRequest query={query} />}
      rowKey={(row) => row.id}
      detail={(row) => address('/reviewers/detail/$id', { id: row.id })}
      columns={[
        { header: 'Name', cell: (row) => row.name },
        { header: 'E-mail', cell: (row) => <Email>{row.email}</Email> },
        { header: 'Affiliation', cell: (row) => row.affiliation },
        { header: 'Proposal', cell: (row) => <Proposals of={row} /> },
      ]}
    />
  )
}

const Proposals = ({ of: { report } }: { of: ReviewerRow }) =>
  report.length === 0 ? (
    '-'
  ) : (
    <List listStyleType="none">
      {report.map(({ id, proposal_id, title, status }) => (
        <List.Item key={id} mb={4}>
          {`${proposal_id}: `}
          <ScreenLink to={address('/proposals/detail/$id', { id: proposal_id })}>{title}</ScreenLink>{' '}
          <ReportChip status={status} />
        </List.Item>
      ))}
    </List>
  )
