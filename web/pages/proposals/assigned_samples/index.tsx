import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { sampleLine } from '#domain/proposals/field_texts.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { PreviewPart } from '#web/ui/lists/preview_pane.tsx'
import { Email } from '#web/ui/text/people.tsx'
import { GlobalScore } from '#web/ui/text/score.tsx'

export const Route = createFileRoute('/proposals/assigned_samples/')({ component: AssignedSampleList })

const detail = (id: number) => address('/proposals/detail/$id', { id }, { tab: 'tab-4' })

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
      withoutControl={{ sample_id: 'Accepted by the endpoint; the card does not offer it.' }}
      rowKey={(row) => row.id}
      detail={(row) => detail(row.id)}
      detailFirst
      rowName={(row) => `${row.id} ${row.title}`}
      noun="proposal"
      columns={[
        { header: 'Id', sort: 'id', width: 60, align: 'right', cell: (row) => row.id },
        { header: 'Name', sort: 'name', width: 116, whole: true, cell: (row) => row.name },
        {
          header: 'Email/Affiliation',
          sort: 'email',
          width: '19%',
          cell: (row) => <Email>{row.email}</Email>,
          secondLine: (row) => row.affiliation,
        },
        {
          header: 'Title',
          sort: 'title',
          title: true,
          whole: true,
          to: (row) => detail(row.id),
          cell: (row) => row.title,
        },
        {
          header: 'Global Score',
          sort: 'global_score',
          descendingFirst: true,
          width: 146,
          cell: (row) => <GlobalScore score={row.global_score} />,
        },
        {
          header: 'Assigned Samples',
          width: '28%',
          whole: true,
          cell: (row) => row.assigned_samples.map(sampleLine).join(', '),
        },
      ]}
      preview={(row) => (
        <PreviewPart title="Assigned Samples">
          {row.assigned_samples.map((sample) => (
            <div key={sample.name}>{sampleLine(sample)}</div>
          ))}
        </PreviewPart>
      )}
    />
  )
}
