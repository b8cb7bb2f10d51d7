import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { personRole } from '#domain/proposers/rules.ts'
import { api } from '#web/lib/api.ts'
import * as filter from '#web/lib/filters.ts'
import { termLabel } from '#web/lib/format.ts'
import { Email } from '#web/ui/email.tsx'
import { ListPage } from '#web/ui/list_page.tsx'
import { ScreenLink } from '#web/ui/screen_link.tsx'

export const Route = createFileRoute('/proposers/collaborators/')({ component: PersonList })

const ProposalLink = ({ id }: { id: number }) => (
  <ScreenLink to={address('/proposals/detail/$id', { id })}>{String(id)}</ScreenLink>
)

function PersonList() {
  return (
    <ListPage
      title="Proposer & Collaborator List"
      breadcrumbs={[['Proposer', address('/proposers')], ['Proposer & Collaborator List']]}
      list={api.proposers.people}
      csv={api.proposers.peopleDownload}
      filters={[
        filter.text('name', 'Name'),
        filter.text('affiliation', 'Affiliation'),
        filter.text('email', 'E-mail'),
        filter.term(),
      ]}
      rowKey={(row) => `${row.proposal_id} ${row.position}`}
      columns={[
        { header: 'Name', cell: (row) => row.name },
        { header: 'E-mail', cell: (row) => <Email>{row.email}</Email> },
        { header: 'Affiliation', cell: (row) => row.affiliation },
        { header: 'Role', cell: (row) => personRole(row.position) },
        { header: 'Term', cell: (row) => termLabel(row.term_id) },
        { header: 'Proposal ID', cell: (row) => <ProposalLink id={row.proposal_id} /> },
        {
          header: 'Collaborator of',
          cell: (row) =>
            row.proposal_collaborator_id.map((id, position) => (
              <span key={id}>
                {position > 0 && ', '}
                <ProposalLink id={id} />
              </span>
            )),
        },
      ]}
    />
  )
}
