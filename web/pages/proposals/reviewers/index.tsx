import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { EmailAffiliation } from '#web/ui/text/people.tsx'
import { GlobalScore } from '#web/ui/text/score.tsx'
import { Reviewers } from './-reviewers.tsx'

export const Route = createFileRoute('/proposals/reviewers/')({ component: ProposalReviewersList })

function ProposalReviewersList() {
  return (
    <ListPage
      title="Proposal Reviewers List"
      breadcrumbs={[['Proposal', address('/proposals')], ['Proposal Reviewers List']]}
      list={api.staff.withReviewers}
      filters={[filter.term()]}
      rowKey={(row) => row.id}
      rowName={(row) => `${row.id}: ${row.title}`}
      noun="proposal"
      columns={[
        {
          header: 'Title',
          width: '24%',
          to: (row) => address('/proposals/detail/$id', { id: row.id }, { tab: 'tab-3' }),
          cell: (row) => `${row.id}: ${row.title}`,
        },
        {
          header: 'Name',
          width: '21%',
          also: [{ header: 'Email/Affiliation' }],
          cell: (row) => row.name,
          below: (row) => <EmailAffiliation of={row} />,
        },
        { header: 'Reviewers', width: '44%', cell: (row) => <Reviewers of={row} /> },
        { header: 'Global Score', cell: (row) => <GlobalScore score={row.global_score} />, nowrap: true },
      ]}
    />
  )
}
