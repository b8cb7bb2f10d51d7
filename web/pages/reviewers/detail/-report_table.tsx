import { Text } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { ReportOfReviewer, ReviewerDetail } from '#domain/reports/contract.ts'
import { isOpen } from '#domain/reports/due.ts'
import { isHandedIn } from '#domain/reports/status.ts'
import { day, figure, termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { DeclineReason, ReportChip, ReportDue, scoreText } from '#web/ui/report/report_status.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { ReportDecisions } from './-office_actions.tsx'

interface ReportTableProps {
  label: string
  reviewer: ReviewerDetail
  reports: readonly ReportOfReviewer[]
  /** Reports of other terms: adds a Term column. */
  past?: boolean
}

/** A reviewer's reports with the office's actions. */
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
        {
          header: 'Status',
          nowrap: true,
          cell: (row) => <ReportChip of={row} />,
          secondLine: (row) => <ReportDates of={row} />,
        },
        { header: 'Rank', cell: (row) => figure(row.rank), align: 'right' },
        { header: 'Science Score', cell: (row) => scoreText(row.science_score), nowrap: true },
        { header: 'Technical Score', cell: (row) => scoreText(row.technical_score), nowrap: true },
        { header: 'Report', cell: (row) => <ReportLink of={row} /> },
        ...(office
          ? [
              {
                header: 'Actions',
                action: true,
                cell: (row: ReportOfReviewer) => <ReportDecisions report={row} reviewer={reviewer} />,
              },
            ]
          : []),
      ]}
    />
  )
}

/** When it was submitted or why it was declined, or deadline, request and last reminder of an open report. */
const ReportDates = ({ of: report }: { of: ReportOfReviewer }) => (
  <>
    <ReportDue of={report} due={report.reviews_due_at} />
    <DeclineReason of={report} />
    {isOpen(report) && (
      <Text size="xs" c="dimmed">
        {`asked on ${day(report.requested_at)}`}
        {report.reminded_at !== null && `, reminded on ${day(report.reminded_at)}`}
      </Text>
    )}
  </>
)

/** Downloads a submitted report, links to any other. */
export function ReportLink({ of: { id, status, proposal_id, title } }: { of: ReportOfReviewer }) {
  const name = `${proposal_id}: ${title}`
  return isHandedIn(status) ? (
    <CsvButton
      size="compact-sm"
      aria-label={`Download ${name}`}
      call={api.reports.pdf}
      input={{ params: { reportId: id } }}
    >
      Download
    </CsvButton>
  ) : (
    <ScreenLink to={address('/reports/detail/$id', { id }, { tab: 'tab-4' })} aria-label={`Show ${name}`}>
      Show
    </ScreenLink>
  )
}
