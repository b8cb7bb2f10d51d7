import { address } from '#domain/address.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { DataTable } from '../data_table.tsx'
import { EmptyState } from '../empty_state.tsx'
import { LoadError } from '../loaded.tsx'
import { DetailButton } from '../row_parts.tsx'
import { Section } from '../section.tsx'

/** What a reviewer is asked to review. */
export function RequestedProposals() {
  const requested = useCall(api.reports.requested)
  return (
    <Section title="Requested Proposals">
      {requested.error ? (
        <LoadError error={requested.error} retry={() => void requested.refetch()} />
      ) : (
        <DataTable
          label="Requested Proposals"
          rows={requested.data}
          rowKey={(row) => row.id}
          empty={<EmptyState title="No review is requested from you." />}
          columns={[
            {
              header: 'ID: Title',
              heads: true,
              also: [{ header: 'Name' }, { header: 'Affiliation' }],
              width: '42%',
              cell: (row) => `${row.proposal.id}: ${row.proposal.title}`,
              below: ({ proposal: { name, affiliation } }) => `${name} · ${affiliation}`,
            },
            { header: 'Abstract', cell: (row) => row.proposal.shortAbstract || '-' },
            {
              header: 'Read it',
              action: true,
              width: 90,
              cell: (row) => <DetailButton to={address('/reports/detail/$id', { id: row.id })} />,
            },
          ]}
        />
      )}
    </Section>
  )
}
