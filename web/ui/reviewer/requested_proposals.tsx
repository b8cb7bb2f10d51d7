import { Button, Group } from '@mantine/core'
import { address } from '#domain/address.ts'
import { api } from '#web/lib/api.ts'
import { useAction, useCall } from '#web/lib/query.ts'
import { useConfirm } from '../confirm.tsx'
import { DataTable } from '../data_table.tsx'
import { EmptyState } from '../empty_state.tsx'
import { LoadError } from '../loaded.tsx'
import { DetailButton } from '../row_parts.tsx'
import { Section } from '../section.tsx'

const INVALID = { invalid: 'There are errors. Please check the contents.' }

/** What a reviewer is asked to review, to be accepted or declined all at once. */
export function RequestedProposals() {
  const requested = useCall(api.reports.requested)
  const accept = useAction(api.reports.acceptAll, INVALID)
  const decline = useAction(api.reports.declineAll, INVALID)
  const ask = useConfirm()
  const busy = accept.pending || decline.pending
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
            { header: 'Name', cell: (row) => row.proposal.name },
            { header: 'Affiliation', cell: (row) => row.proposal.affiliation },
            { header: 'ID: Title', width: 240, cell: (row) => `${row.proposal.id}: ${row.proposal.title}` },
            { header: 'Abstract', width: 340, cell: (row) => row.proposal.shortAbstract || '-' },
            {
              header: 'Read it',
              action: true,
              width: 90,
              cell: (row) => <DetailButton to={address('/reports/detail/$id', { id: row.id })} />,
            },
          ]}
        />
      )}
      {requested.data && requested.data.length > 0 && (
        <Group mt="md" gap="sm">
          <Button
            disabled={busy}
            onClick={() => void ask({ question: 'Do you accept these reviews?', act: () => accept.run() })}
          >
            Accept
          </Button>
          <Button
            variant="default"
            disabled={busy}
            onClick={() => void ask({ question: 'Do you decline these reviews?', act: () => decline.run() })}
          >
            Decline
          </Button>
        </Group>
      )}
    </Section>
  )
}
