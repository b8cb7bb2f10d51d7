import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { labelOf, listOf } from '#domain/masters/values.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import type { ProposerRow } from '#domain/proposers/contract.ts'
import { PROPOSER_STATUS, proposerStatus } from '#domain/proposers/rules.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton, MailPeople } from '#web/ui/actions/buttons.tsx'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { PreviewFacts, PreviewPart } from '#web/ui/lists/preview_pane.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { CollaboratorList, peopleLine } from '#web/ui/text/people.tsx'

export const Route = createFileRoute('/proposers/')({ component: ProposerList })

const Status = ({ of: { status } }: { of: ProposerRow }) => (
  <StatusChip colour={proposalStatus.colour(status)}>{proposerStatus(status)}</StatusChip>
)

function ProposerList() {
  const office = useIsOffice()
  return (
    <ListPage
      title="Proposer List"
      list={api.proposers.list}
      csv={api.proposers.download}
      actions={
        <LinkButton to={address('/proposers/collaborators')} variant="default">
          Proposer &amp; Collaborator List
        </LinkButton>
      }
      filters={[
        filter.text('name', 'Name'),
        filter.text('email', 'E-mail'),
        filter.text('affiliation', 'Affiliation'),
        filter.term(),
        filter.text('collaborator_name', 'Collaborator name'),
        filter.text('collaborator_email', 'Collaborator e-mail'),
        filter.text('collaborator_affiliation', 'Collaborator affiliation'),
        filter.select('early_career', 'Early career', listOf('early_career_type')),
        filter.flags('Status', PROPOSER_STATUS),
      ]}
      withoutControl={{ ids: 'For the CSV of selected rows.' }}
      rowKey={(row) => row.proposal_id}
      detail={(row) => address('/proposers/detail/$id', { id: row.user_id })}
      rowName={(row) => row.name}
      bulkActions={(rows) => (
        <>
          <CsvButton
            call={api.proposers.download}
            input={{ query: { ids: rows.map((row) => row.proposal_id) } }}
          />
          {office && <MailPeople people={rows} />}
        </>
      )}
      noun="proposer"
      columns={[
        {
          header: 'Name',
          sort: 'name',
          moreHeads: [{ header: 'Email/Affiliation', sort: 'email' }],
          title: true,
          to: (row) => address('/proposers/detail/$id', { id: row.user_id }),
          cell: (row) => row.name,
          secondLine: (row) => `${row.email} · ${row.affiliation}`,
        },
        {
          header: 'ID: Title',
          sort: 'title',
          moreHeads: [{ header: 'Collaborators' }],
          width: '38%',
          to: (row) => address('/proposals/detail/$id', { id: row.proposal_id }),
          cell: (row) => `${row.proposal_id}: ${row.title}`,
          secondLine: (row) => peopleLine(row.proposal_collaborator),
        },
        {
          header: 'Early career',
          sort: 'early_career',
          width: 110,
          hides: 'first',
          cell: (row) => labelOf('early_career_short', row.early_career),
        },
        { header: 'Status', sort: 'status', width: 130, cell: (row) => <Status of={row} /> },
      ]}
      preview={(row) => (
        <>
          <PreviewPart>
            <Status of={row} />
          </PreviewPart>
          <PreviewPart title="ID: Title">
            <ScreenLink to={address('/proposals/detail/$id', { id: row.proposal_id })}>
              {`${row.proposal_id}: ${row.title}`}
            </ScreenLink>
          </PreviewPart>
          <PreviewPart>
            <PreviewFacts
              rows={[
                ['E-mail', row.email],
                ['Affiliation', row.affiliation],
                ['Term', termLabel(row.term_id)],
                ['Early career', labelOf('early_career_type', row.early_career)],
              ]}
            />
          </PreviewPart>
          <PreviewPart title="Collaborators">
            <CollaboratorList people={row.proposal_collaborator} />
          </PreviewPart>
        </>
      )}
    />
  )
}
