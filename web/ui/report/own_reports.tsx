import { Group } from '@mantine/core'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { AssignedReport } from '#domain/reports/contract.ts'
import { isClosedToReviewer } from '#domain/reports/status.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { LoadError } from '../layout/loaded.tsx'
import { Section } from '../layout/section.tsx'
import { DataTable } from '../lists/data_table.tsx'
import { Pager } from '../lists/pager.tsx'
import { DetailButton } from '../lists/row_parts.tsx'
import { changedOn } from '../proposal/changed_note.tsx'
import { EmptyState } from '../text/note.tsx'
import { AnswerRequest } from './answer_request.tsx'
import { OwnReportDue, ReportChip, ReportDue, scoreText } from './report_status.tsx'

/** The reviewer's own reports in the current term; a declined one has no link. */
export function AssignedReports() {
  const [page, setPage] = useState(1)
  const term = useCall(api.terms.current)
  const assigned = useCall(
    api.reports.assigned,
    { query: { term_id: term.data ?? undefined, page } },
    { keep: true, enabled: term.data !== undefined },
  )
  return (
    <Section title="Assigned Proposals">
      {assigned.error ? (
        <LoadError error={assigned.error} retry={() => void assigned.refetch()} />
      ) : (
        <DataTable
          label="Assigned Proposals"
          rows={assigned.data?.data}
          rowKey={(row) => row.id}
          busy={assigned.isPlaceholderData}
          empty={<EmptyState title="No proposal is assigned to you in this term." />}
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
            {
              header: 'ID: Title',
              cardTitle: true,
              moreHeads: [{ header: 'Name' }, { header: 'Affiliation' }],
              width: '45%',
              cell: (row) => `${row.proposal.id}: ${row.proposal.title}`,
              secondLine: aboutProposal,
            },
            { header: 'Rank', cell: (row) => figure(row.rank), align: 'right' },
            { header: 'Science Score', cell: (row) => scoreText(row.science_score), nowrap: true },
            { header: 'Technical Score', cell: (row) => scoreText(row.technical_score), nowrap: true },
            {
              header: 'Status',
              cell: (row) => <ReportChip of={row} />,
              secondLine: (row) => <OwnReportDue of={row} due={row.due_at} />,
            },
          ]}
        />
      )}
      <Group justify="center" mt="sm">
        <Pager pages={assigned.data?.last_page ?? 1} page={page} goToPage={setPage} />
      </Group>
    </Section>
  )
}

/** Who proposes, and when the proposal was changed after the review was asked for. */
export const aboutProposal = ({
  proposal: { name, affiliation },
  changes,
}: Pick<AssignedReport, 'proposal' | 'changes'>) =>
  [name, affiliation, ...(changes ? [changedOn(changes)] : [])].join(' · ')

/** An assigned report as its request is answered. */
export const answerable = (row: AssignedReport) => ({
  ...row,
  term: { id: row.proposal.term_id, disabled: row.term_disabled },
})

/** The reviewer's open requests, each with its answer. */
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
              cardTitle: true,
              moreHeads: [{ header: 'Name' }, { header: 'Affiliation' }],
              width: '34%',
              cell: (row) => `${row.proposal.id}: ${row.proposal.title}`,
              secondLine: aboutProposal,
            },
            { header: 'Abstract', cell: (row) => row.proposal.shortAbstract || '-' },
            { header: 'Due', cell: (row) => <ReportDue of={row} due={row.due_at} /> },
            {
              header: 'Answer',
              action: true,
              width: 230,
              cell: (row) => (
                <Group gap={4} wrap="nowrap" justify="flex-end">
                  <AnswerRequest report={answerable(row)} size="compact-sm" />
                  <DetailButton
                    to={address('/reports/detail/$id', { id: row.id })}
                    name={`${row.proposal.id}: ${row.proposal.title}`}
                  />
                </Group>
              ),
            },
          ]}
        />
      )}
    </Section>
  )
}
