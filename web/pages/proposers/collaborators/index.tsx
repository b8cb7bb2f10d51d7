import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { personKey, personRole } from '#domain/proposers/rules.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton, MailPeople } from '#web/ui/actions/buttons.tsx'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { PreviewFacts, PreviewPart } from '#web/ui/lists/preview_pane.tsx'

export const Route = createFileRoute('/proposers/collaborators/')({ component: PersonList })

const ProposalLink = ({ id }: { id: number }) => (
  <ScreenLink to={address('/proposals/detail/$id', { id })}>{String(id)}</ScreenLink>
)

const Collaborations = ({ ids }: { ids: readonly number[] }) =>
  ids.length === 0
    ? '-'
    : ids.map((id, position) => (
        <span key={id}>
          {position > 0 && ', '}
          <ProposalLink id={id} />
        </span>
      ))

function PersonList() {
  const office = useIsOffice()
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
      withoutControl={{ places: 'For the CSV of selected rows.' }}
      rowKey={personKey}
      rowName={(row) => row.name}
      bulkActions={(rows) => (
        <>
          <CsvButton call={api.proposers.peopleDownload} input={{ query: { places: rows.map(personKey) } }} />
          {office && <MailPeople people={rows} />}
        </>
      )}
      noun="person"
      columns={[
        {
          header: 'Name',
          sort: 'name',
          title: true,
          moreHeads: [
            { header: 'E-mail', sort: 'email' },
            { header: 'Affiliation', sort: 'affiliation' },
          ],
          cell: (row) => row.name,
          secondLine: (row) => `${row.email} · ${row.affiliation}`,
        },
        { header: 'Role', sort: 'position', width: 130, cell: (row) => personRole(row.position) },
        {
          header: 'Term',
          sort: 'term_id',
          width: 80,
          hides: 'first',
          cell: (row) => termLabel(row.term_id),
        },
        {
          header: 'Proposal ID',
          sort: 'proposal_id',
          width: 110,
          align: 'right',
          cell: (row) => <ProposalLink id={row.proposal_id} />,
        },
        {
          header: 'Collaborator of',
          width: '20%',
          cell: (row) => <Collaborations ids={row.proposal_collaborator_id} />,
        },
      ]}
      preview={(row) => (
        <PreviewPart>
          <PreviewFacts
            rows={[
              ['E-mail', row.email],
              ['Affiliation', row.affiliation],
              ['Role', personRole(row.position)],
              ['Term', termLabel(row.term_id)],
              ['Proposal ID', <ProposalLink key="proposal" id={row.proposal_id} />],
              ['Collaborator of', <Collaborations key="of" ids={row.proposal_collaborator_id} />],
            ]}
          />
        </PreviewPart>
      )}
    />
  )
}
