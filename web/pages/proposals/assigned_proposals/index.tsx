import { Group, NativeSelect, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { AssignedReport } from '#domain/reports/contract.ts'
import { isClosedToReviewer, REPORT_ACCEPTED } from '#domain/reports/status.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { useIsReadOnly } from '#web/lib/session/session.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { DetailButton } from '#web/ui/lists/row_parts.tsx'
import { AnswerRequest } from '#web/ui/report/answer_request.tsx'
import { answerable } from '#web/ui/report/own_reports.tsx'
import { OwnReportDue, ReportChip, scoreText } from '#web/ui/report/report_status.tsx'
import { type RankEditing, useRanks } from './-rank_editing.ts'
import { Ranking } from './-ranking.tsx'

export const Route = createFileRoute('/proposals/assigned_proposals/')({ component: AssignedProposals })

const reportOf = ({ id, status }: AssignedReport) =>
  isClosedToReviewer(status) ? null : address('/reports/detail/$id', { id })

function AssignedProposals() {
  const ranks = useRanks()
  const narrow = useMediaQuery('(max-width: 959.98px)', false, { getInitialValueInEffect: false })
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
      withoutControl={{ everyOther: 'The filter is shared with the lists of the office.' }}
      rowKey={(row) => row.id}
      rowName={(row) => `${row.proposal.id}: ${row.proposal.title}`}
      columns={[
        {
          header: 'DETAIL',
          action: true,
          width: 78,
          cell: (row) => {
            const to = reportOf(row)
            return to && <DetailButton to={to} name={`${row.proposal.id}: ${row.proposal.title}`} />
          },
        },
        {
          header: 'Name',
          sort: 'name',
          moreHeads: [{ header: 'Affiliation', sort: 'affiliation' }],
          stacked: true,
          width: 150,
          whole: true,
          cell: (row) => row.proposal.name,
          secondLine: (row) => row.proposal.affiliation,
        },
        {
          header: 'ID: Title',
          title: true,
          whole: true,
          sort: 'proposal_id',
          cell: (row) => `${row.proposal.id}: ${row.proposal.title}`,
          to: reportOf,
        },
        {
          header: 'Abstract',
          width: '15%',
          hides: 'first',
          cell: (row) => row.proposal.shortAbstract || '-',
        },
        { header: 'Rank', sort: 'rank', width: 84, cell: (row) => <Rank of={row} ranks={ranks} /> },
        {
          header: 'Science Score',
          sort: 'science_score',
          descendingFirst: true,
          moreHeads: [{ header: 'Technical Score', sort: 'technical_score', descendingFirst: true }],
          stacked: true,
          width: 116,
          cell: (row) => scoreText(row.science_score),
          secondLine: (row) => scoreText(row.technical_score),
        },
        {
          header: 'Status',
          sort: 'status',
          width: narrow ? 132 : 208,
          cell: (row) => <ReportChip of={row} />,
          secondLine: (row) => <OwnReportDue of={row} due={row.due_at} />,
        },
        { header: 'Next step', action: true, width: 140, cell: (row) => <NextStep of={row} /> },
      ]}
    >
      <Text>Give every proposal a different rank number; 1 is best and the largest number is poorest.</Text>
      <Ranking ranks={ranks} />
    </ListPage>
  )
}

/** The answer to a request, or the link to the form of an accepted report. */
function NextStep({ of: row }: { of: AssignedReport }) {
  const { id, status, proposal } = row
  if (status !== REPORT_ACCEPTED || row.closed || row.term_disabled || row.takes_part)
    return (
      <Group gap={4} wrap="nowrap">
        <AnswerRequest report={answerable(row)} size="compact-xs" />
      </Group>
    )
  return (
    <LinkButton
      size="compact-xs"
      to={address('/reports/edit/$id', { id })}
      aria-label={`Write report ${proposal.id}: ${proposal.title}`}
    >
      Write report
    </LinkButton>
  )
}

/** A dropdown for a report that can be ranked, else its rank as text. */
function Rank({ of: { id, rank, proposal }, ranks }: { of: AssignedReport; ranks: RankEditing }) {
  const readOnly = useIsReadOnly()
  if (!ranks.has(id)) return figure(rank)
  return (
    <NativeSelect
      disabled={readOnly}
      aria-label={`Rank of proposal ${proposal.id}`}
      size="xs"
      data={['', ...ranks.range.map(String)].map((value) => ({ value, label: value || '-' }))}
      value={String(ranks.all[id] ?? '')}
      error={ranks.clashes(id)}
      onChange={({ currentTarget: { value } }) => ranks.set(id, value === '' ? null : Number(value))}
    />
  )
}
