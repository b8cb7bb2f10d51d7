import { NativeSelect, Text, VisuallyHidden } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { AssignedReport } from '#domain/reports/contract.ts'
import { isClosedToReviewer, REPORT_ACCEPTED, reportStatus } from '#domain/reports/status.ts'
import { api } from '#web/lib/api.ts'
import * as filter from '#web/lib/filters.ts'
import { figure } from '#web/lib/format.ts'
import { ListPage } from '#web/ui/list_page.tsx'
import { ReportChip, scoreText } from '#web/ui/report/chips.tsx'
import { Due } from '#web/ui/report/due.tsx'
import { DetailButton } from '#web/ui/row_parts.tsx'
import { LinkButton, ScreenLink } from '#web/ui/screen_link.tsx'
import { Ranking } from './-ranking.tsx'
import { type RankEditing, useRanks } from './-ranks.ts'

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
        { header: 'ID: Title', width: 190, cell: (row) => <Title of={row} /> },
        { header: 'Abstract', width: 300, cell: (row) => row.proposal.shortAbstract || '-' },
        { header: 'Rank', width: 110, cell: (row) => <Rank of={row} ranks={ranks} /> },
        { header: 'Science Score', cell: (row) => scoreText(row.science_score), nowrap: true },
        { header: 'Technical Score', cell: (row) => scoreText(row.technical_score), nowrap: true },
        { header: 'Status', cell: (row) => <Standing of={row} />, nowrap: true },
      ]}
    >
      <Text>Give every proposal a different rank number; 1 is best and the largest number is poorest.</Text>
      <Ranking ranks={ranks} />
    </ListPage>
  )
}

/** The title, as the way into what the report asks for now. */
function Title({ of: { id, status, proposal } }: { of: AssignedReport }) {
  const title = `${proposal.id}: ${proposal.title}`
  return isClosedToReviewer(status) ? (
    title
  ) : (
    <ScreenLink to={address('/reports/detail/$id', { id })}>{title}</ScreenLink>
  )
}

/** Where the report stands, and until when something is to be done about it. */
const Standing = ({ of: { id, status, proposal, due_at } }: { of: AssignedReport }) => (
  <>
    <ReportChip status={status} />
    {reportStatus.of(status).reminder && (
      <div>
        <Due at={due_at} />
      </div>
    )}
    {status === REPORT_ACCEPTED && (
      <LinkButton size="compact-sm" mt={4} to={address('/reports/edit/$id', { id })}>
        Write report<VisuallyHidden>{` on ${proposal.id}`}</VisuallyHidden>
      </LinkButton>
    )}
  </>
)

/** The dropdown of a report that can be ranked now; of any other, what it was given. */
function Rank({ of: { id, rank, proposal }, ranks }: { of: AssignedReport; ranks: RankEditing }) {
  if (!ranks.has(id)) return figure(rank)
  return (
    <NativeSelect
      aria-label={`Rank of proposal ${proposal.id}`}
      size="xs"
      data={['', ...ranks.range.map(String)].map((value) => ({ value, label: value || '-' }))}
      value={String(ranks.all[id] ?? '')}
      error={ranks.clashes(id)}
      onChange={({ currentTarget: { value } }) => ranks.set(id, value === '' ? null : Number(value))}
    />
  )
}
