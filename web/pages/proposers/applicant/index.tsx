import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { applicantStatus } from '#domain/applicants/status.ts'
import { labelOf, listOf } from '#domain/masters/values.ts'
import { api } from '#web/lib/api.ts'
import * as filter from '#web/lib/filters.ts'
import { time, zoneName } from '#web/lib/format.ts'
import { CollaboratorList } from '#web/ui/collaborator_list.tsx'
import { EmailAffiliation } from '#web/ui/email_affiliation.tsx'
import { ListPage } from '#web/ui/list_page.tsx'
import { StatusChip } from '#web/ui/status_chip.tsx'

export const Route = createFileRoute('/proposers/applicant/')({ component: ApplicantList })

function ApplicantList() {
  return (
    <ListPage
      title="Applicant List"
      list={api.applicants.list}
      csv={api.applicants.download}
      filters={[
        filter.text('name', 'Name'),
        filter.text('email', 'E-mail'),
        filter.text('affiliation', 'Affiliation'),
        filter.text('proposal_title', 'Proposal title'),
        filter.text('collaborator_name', 'Collaborator name'),
        filter.text('collaborator_email', 'Collaborator e-mail'),
        filter.text('collaborator_affiliation', 'Collaborator affiliation'),
        filter.term(),
        filter.select('early_career', 'Early career', listOf('early_career_type')),
        filter.ticks('status', 'Status', applicantStatus.choices),
      ]}
      rowKey={(row) => row.id}
      detail={(row) => address('/proposers/applicant/detail/$id', { id: row.id })}
      columns={[
        {
          header: 'Application date',
          hint: `Times are in ${zoneName()}.`,
          width: 140,
          cell: (row) => time(row.created_at),
        },
        { header: 'Name', cell: (row) => row.name },
        { header: 'Email/Affiliation', cell: (row) => <EmailAffiliation of={row} /> },
        { header: 'Early career', cell: (row) => labelOf('early_career_short', row.early_career) },
        { header: 'Proposal title', width: 220, cell: (row) => row.proposal_title },
        {
          header: 'Status',
          cell: (row) => (
            <StatusChip colour={applicantStatus.colour(row.status)}>
              {applicantStatus.label(row.status)}
            </StatusChip>
          ),
        },
        {
          header: 'Collaborators',
          width: 280,
          cell: (row) => <CollaboratorList people={row.applicant_collaborator} />,
        },
      ]}
    />
  )
}
