import { NativeSelect, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { AssignedReport } from '#domain/reports/contract.ts'
import { isClosedToReviewer } from '#domain/reports/status.ts'
import { api } from '#web/lib/api.ts'
import * as filter from '#web/lib/filters.ts'
import { figure } from '#web/lib/format.ts'
import { ListPage } from '#web/ui/list_page.tsx'
import { ReportChip, scoreText } from '#web/ui/report/chips.tsx'
import { DetailButton } from '#web/ui/row_parts.tsx'
import { type RankEditing, useRanks } from './-ranks.ts'
import { SaveRanks } from './-save_ranks.tsx'

export const Route = createFileRoute('/proposals/assigned_proposals/')({ component: AssignedProposals })

function AssignedProposals() {
  const ranks = useRanks()
  return (
    <ListPage
      title="Assigned Proposals"
      list={api.reports.assigned}
      filters={[
        filter.text('name', 'Name'),
        filter.text('email', 'E-mail'),
        filter.text('affiliation', 'Affiliation'),
        filter.text('title', 'Title'),
        filter.text('abstract', 'Abstract'),
        filter.select('keywords', 'Keywords', api.masters.keywordChoices),
        filter.select(
          'rank',
          'Rank',
          ranks.range.map((rank) => ({ id: rank, label: String(rank) })),
        ),
        filter.term(),
      ]}
      tools={() => <SaveRanks ranks={ranks} />}
      rowKey={(row) => row.id}
      columns={[
        {
          header: 'DETAIL',
          action: true,
          width: 90,
          cell: (row) =>
            !isClosedToReviewer(row.status) && (
              <DetailButton to={address('/reports/detail/$id', { id: row.id })} />
            ),
        },
        { header: 'Name', cell: (row) => row.proposal.name },
        { header: 'Affiliation', cell: (row) => row.proposal.affiliation },
        { header: 'ID: Title', width: 190, cell: (row) => `${row.proposal.id}: ${row.proposal.title}` },
        { header: 'Abstract', width: 300, cell: (row) => row.proposal.shortAbstract || '-' },
        { header: 'Rank', width: 110, cell: (row) => <Rank of={row} ranks={ranks} /> },
        { header: 'Science Score', cell: (row) => scoreText(row.science_score), nowrap: true },
        { header: 'Technical Score', cell: (row) => scoreText(row.technical_score), nowrap: true },
        { header: 'Status', cell: (row) => <ReportChip status={row.status} />, nowrap: true },
      ]}
    >
      <Text>Give every proposal a different rank number; 1 is best and the largest number is poorest.</Text>
    </ListPage>
  )
}

/** The dropdown of a report that can be ranked now; of any other, what it was given. */
function Rank({ of: { id, rank, proposal }, ranks }: { of: AssignedReport; ranks: RankEditing }) {
  if (!ranks.has(id)) return figure(rank)
  return (
    <NativeSelect
      aria-label={`Rank of proposal ${proposal.id}`}
      size="xs"
      data={['', ...ranks.range.map(String)].map((value) => ({ value, label: value || '-' }))}
      value={ranks.of(id)}
      error={ranks.clashes(id)}
      onChange={(event) => ranks.set(id, event.currentTarget.value)}
    />
  )
}
