import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { labelOf, listOf } from '#domain/masters/values.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import { PROPOSER_STATUS, proposerStatus } from '#domain/proposers/rules.ts'
import { api } from '#web/lib/api.ts'
import * as filter from '#web/lib/filters.ts'
import { CollaboratorList } from '#web/ui/collaborator_list.tsx'
import { EmailAffiliation } from '#web/ui/email_affiliation.tsx'
import { ListPage } from '#web/ui/list_page.tsx'
import { LinkButton } from '#web/ui/screen_link.tsx'
import { StatusChip } from '#web/ui/status_chip.tsx'

export const Route = createFileRoute('/proposers/')({ component: ProposerList })

function ProposerList() {
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
      rowKey={(row) => row.proposal_id}
      detail={(row) => address('/proposers/detail/$id', { id: row.user_id })}
      columns={[
        { header: 'Name', cell: (row) => row.name },
        { header: 'Email/Affiliation', cell: (row) => <EmailAffiliation of={row} /> },
        { header: 'Early career', cell: (row) => labelOf('early_career_short', row.early_career) },
        { header: 'ID: Title', width: 220, cell: (row) => `${row.proposal_id}: ${row.title}` },
        {
          header: 'Status',
          cell: (row) => (
            <StatusChip colour={proposalStatus.colour(row.status)}>{proposerStatus(row.status)}</StatusChip>
          ),
        },
        {
          header: 'Collaborators',
          width: 280,
          cell: (row) => <CollaboratorList people={row.proposal_collaborator} />,
        },
      ]}
    />
  )
}
