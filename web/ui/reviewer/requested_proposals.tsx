import { address } from '#domain/address.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { LoadError } from '../layout/loaded.tsx'
import { Section } from '../layout/section.tsx'
import { DataTable } from '../lists/data_table.tsx'
import { DetailButton } from '../lists/row_parts.tsx'
import { EmptyState } from '../text/note.tsx'

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
