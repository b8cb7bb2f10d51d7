import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { ReportCounts } from '#web/ui/reviewer/report_counts.tsx'
import { ReportsLine } from './-reports_line.tsx'
import { ReviewerPeek } from './-reviewer_peek.tsx'
import { SendAllRequest } from './-send_all_request.tsx'
import { ViewSwitch } from './-view_switch.tsx'

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
        filter.checks('status', 'Status', reportStatus.choices),
      ]}
      actions={<ViewSwitch />}
      tools={({ query }) => office && <SendAllRequest query={query} />}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      noun="reviewer"
      detail={(row) => address('/reviewers/detail/$id', { id: row.id })}
      columns={[
        {
          header: 'Name',
          sort: 'name',
          also: [
            { header: 'E-mail', sort: 'email' },
            { header: 'Affiliation', sort: 'affiliation' },
          ],
          title: true,
          to: (row) => address('/reviewers/detail/$id', { id: row.id }),
          cell: (row) => row.name,
          below: (row) => `${row.email} · ${row.affiliation}`,
        },
        {
          header: 'Proposal',
          width: '52%',
          cell: (row) => <ReportCounts of={row.report} />,
          below: (row) => <ReportsLine of={row.report} />,
        },
      ]}
      peek={(row) => <ReviewerPeek of={row} />}
    />
  )
}
