import { Button, Group } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { ReportOfReviewer, ReviewerDetail } from '#domain/reports/contract.ts'
import { whyNotRequest, whyNotStep } from '#domain/reports/rules.ts'
import { isHandedIn, requestStep } from '#domain/reports/status.ts'
import { api } from '#web/lib/api.ts'
import { figure, termLabel } from '#web/lib/format.ts'
import { useAction } from '#web/lib/query.ts'
import { useIsOffice } from '#web/lib/session.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { CsvButton } from '#web/ui/csv_button.tsx'
import { DataTable } from '#web/ui/data_table.tsx'
import { EmptyState } from '#web/ui/empty_state.tsx'
import { ReportChip, scoreText } from '#web/ui/report/chips.tsx'
import { RuledButton } from '#web/ui/ruled_button.tsx'
import { ScreenLink } from '#web/ui/screen_link.tsx'

interface ReportTableProps {
  label: string
  reviewer: ReviewerDetail
  reports: readonly ReportOfReviewer[]
  /** Reports of other terms, which are named. */
  past?: boolean
}

/** A reviewer's reports, with what the office can do to each. */
export function ReportTable({ label, reviewer, reports, past = false }: ReportTableProps) {
  const office = useIsOffice()
  return (
    <DataTable
      label={label}
      rows={reports}
      rowKey={(row) => row.id}
      empty={
        <EmptyState
          title={past ? 'There is no report of another term.' : 'There is no report of this term.'}
        />
      }
      columns={[
        { header: 'ID', cell: (row) => row.proposal_id, align: 'right' },
        ...(past ? [{ header: 'Term', cell: (row: ReportOfReviewer) => termLabel(row.term_id) }] : []),
        { header: 'Proposer', cell: (row) => row.proposer },
        {
          header: 'Title',
          width: 280,
          cell: (row) => (
            <ScreenLink to={address('/proposals/detail/$id', { id: row.proposal_id })}>
              {row.title}
            </ScreenLink>
          ),
        },
        { header: 'Status', cell: (row) => <ReportChip status={row.status} />, nowrap: true },
        { header: 'Rank', cell: (row) => figure(row.rank), align: 'right' },
        { header: 'Science Score', cell: (row) => scoreText(row.science_score), nowrap: true },
        { header: 'Technical Score', cell: (row) => scoreText(row.technical_score), nowrap: true },
        { header: 'Report', cell: (row) => <Report of={row} /> },
        ...(office
          ? [
              {
                header: 'Actions',
                action: true,
                cell: (row: ReportOfReviewer) => <Decisions report={row} reviewer={reviewer} />,
              },
            ]
          : []),
      ]}
    />
  )
}

const Report = ({ of: { id, status } }: { of: ReportOfReviewer }) =>
  isHandedIn(status) ? (
    <CsvButton size="compact-sm" call={api.reports.pdf} input={{ params: { reportId: id } }}>
      Download
    </CsvButton>
  ) : (
    <ScreenLink to={address('/reports/detail/$id', { id }, { tab: 'tab-4' })}>Show</ScreenLink>
  )

interface DecisionsProps {
  report: ReportOfReviewer
  reviewer: ReviewerDetail
}

function Decisions({ report, reviewer }: DecisionsProps) {
  const ask = useConfirm()
  const request = useAction(api.reports.request)
  const decline = useAction(api.reports.decline)
  const call = { params: { reportId: report.id } }
  const facts = { ...report, term: { id: report.term_id, disabled: report.term_disabled } }
  const again = requestStep(report.status) === 'askAgain'
  return (
    <Group gap={4} wrap="nowrap">
      {whyNotStep(requestStep(report.status), facts) === null && (
        <RuledButton
          size="compact-sm"
          why={whyNotRequest(facts, { ...reviewer, takes_part: report.takes_part })}
          onClick={() =>
            void ask({
              question: `Do you send ${reviewer.name} a request for this report${again ? ' again' : ''}?`,
              act: () => request.run(call),
            })
          }
        >
          SEND REQUEST
        </RuledButton>
      )}
      {whyNotStep('decline', facts) === null && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            void ask({
              question: `Do you decline this report on behalf of ${reviewer.name}?`,
              act: () => decline.run(call),
            })
          }
        >
          DECLINE
        </Button>
      )}
    </Group>
  )
}
