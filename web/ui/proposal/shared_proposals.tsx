import { address } from '#domain/address.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '../actions/links.tsx'
import { Section } from '../layout/section.tsx'
import { DataTable } from '../lists/data_table.tsx'
import { StatusChip } from '../text/chips.tsx'

/** The proposals that the viewer may read as a collaborator; nothing without any. */
export function SharedProposals() {
  const rows = useCall(api.proposals.shared).data
  if (!rows || rows.length === 0) return null
  return (
    <Section title="Proposals you take part in">
      <DataTable
        label="Proposals you take part in"
        rows={rows}
        rowKey={(row) => row.id}
        empty={null}
        columns={[
          { header: 'Term', cell: (row) => termLabel(row.term_id), width: 90 },
          {
            header: 'Title',
            cell: (row) => (
              <ScreenLink to={address('/proposals/shared/$id', { id: row.id })}>
                {`${row.id}: ${row.title}`}
              </ScreenLink>
            ),
          },
          { header: 'Proposer', cell: (row) => row.proposer },
          {
            header: 'Status',
            cell: (row) => (
              <StatusChip colour={proposalStatus.colour(row.status)}>
                {proposalStatus.label(row.status)}
              </StatusChip>
            ),
          },
        ]}
      />
    </Section>
  )
}
