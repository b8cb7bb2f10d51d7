import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { sampleLine } from '#domain/proposals/sample_line.ts'
import { api } from '#web/lib/api.ts'
import * as filter from '#web/lib/filters.ts'
import { EmailAffiliation } from '#web/ui/email_affiliation.tsx'
import { ListPage } from '#web/ui/list_page.tsx'
import { GlobalScore } from '#web/ui/score.tsx'

export const Route = createFileRoute('/proposals/assigned_samples/')({ component: AssignedSampleList })

function AssignedSampleList() {
  return (
    <ListPage
      title="Assigned Sample List"
      breadcrumbs={[['Proposal', address('/proposals')], ['Assigned Sample List']]}
      list={api.staff.withAssignedSamples}
      csv={api.staff.downloadAssignedSamples}
      filters={[
        filter.text('name', 'Name'),
        filter.text('email', 'E-mail'),
        filter.text('affiliation', 'Affiliation'),
        filter.text('title', 'Title'),
        filter.term(),
      ]}
      rowKey={(row) => row.id}
      detail={(row) => address('/proposals/detail/$id', { id: row.id }, { tab: 'tab-4' })}
      columns={[
        { header: 'Id', cell: (row) => row.id, align: 'right' },
        { header: 'Name', cell: (row) => row.name },
        { header: 'Email/Affiliation', cell: (row) => <EmailAffiliation of={row} /> },
        { header: 'Title', cell: (row) => row.title },
        { header: 'Global Score', cell: (row) => <GlobalScore score={row.global_score} />, nowrap: true },
        { header: 'Assigned Samples', cell: (row) => row.assigned_samples.map(sampleLine).join(', ') },
      ]}
    />
  )
}
