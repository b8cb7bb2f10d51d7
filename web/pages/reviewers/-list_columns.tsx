import { Text } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { ReportOfReviewer, ReviewerFilter, ReviewerRow } from '#domain/reports/contract.ts'
import { isLate, isOpen } from '#domain/reports/due.ts'
import { reportStatusShown } from '#domain/reports/rules.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { Due, ReportChip } from '#web/ui/report/report_status.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import classes from './list_columns.module.css'

type ReviewerColumn = Column<ReviewerRow, NonNullable<ReviewerFilter['sort']>>

const detail = ({ id }: ReviewerRow) => address('/reviewers/detail/$id', { id })
const proposal = ({ proposal_id }: ReportOfReviewer) => address('/proposals/detail/$id', { id: proposal_id })

/** The columns of the view Compact: each proposal is a chip with its id in the colour of its report's status. */
export const COMPACT_COLUMNS: readonly ReviewerColumn[] = [
  {
    header: 'Name',
    sort: 'name',
    moreHeads: [
      { header: 'E-mail', sort: 'email' },
      { header: 'Affiliation', sort: 'affiliation' },
    ],
    cardTitle: true,
    to: detail,
    cell: (row) => row.name,
    secondLine: (row) => <Text span size="xs" c="dimmed">{`${row.email} · ${row.affiliation}`}</Text>,
  },
  {
    header: 'Proposal',
    width: '52%',
    cell: (row) => <ProposalChips of={row} />,
    secondLine: (row) => <LateOrDue of={row.report} />,
  },
]

/** The columns of the view List, behind DETAIL, as the specification has them. */
export const LIST_COLUMNS: readonly ReviewerColumn[] = [
  { header: 'Name', sort: 'name', cardTitle: true, width: '16%', to: detail, cell: (row) => row.name },
  { header: 'E-mail', sort: 'email', width: '17%', cell: (row) => row.email },
  { header: 'Affiliation', sort: 'affiliation', width: '19%', cell: (row) => row.affiliation },
  { header: 'Proposal', cell: (row) => <ProposalTitles of={row.report} /> },
]

/** As many as fill two lines of the column. */
const MAX_CHIPS = 12

function ProposalChips({ of: row }: { of: ReviewerRow }) {
  const { report: reports } = row
  if (reports.length === 0) return '-'
  const shown = reports.length > MAX_CHIPS ? reports.slice(0, MAX_CHIPS - 1) : reports
  return (
    <span className={classes.chips}>
      {shown.map((report) => {
        const { label, colour } = reportStatusShown(report)
        const name = `${report.proposal_id}: ${report.title}, ${label}`
        return (
          <ScreenLink key={report.id} to={proposal(report)} aria-label={name} inherit>
            <span title={name}>
              <StatusChip colour={colour}>{report.proposal_id}</StatusChip>
            </span>
          </ScreenLink>
        )
      })}
      {reports.length > shown.length && (
        <ScreenLink
          to={detail(row)}
          aria-label={`and ${reports.length - shown.length} more of ${row.name}`}
          inherit
        >
          {`and ${reports.length - shown.length} more`}
        </ScreenLink>
      )}
    </span>
  )
}

const ProposalTitles = ({ of: reports }: { of: readonly ReportOfReviewer[] }) =>
  reports.length === 0 ? (
    '-'
  ) : (
    <ul className={classes.titles}>
      {reports.map((report) => (
        <li key={report.id}>
          <span>
            {`${report.proposal_id}: `}
            <ScreenLink to={proposal(report)} inherit>
              {report.title}
            </ScreenLink>
          </span>
          <ReportChip of={report} />
        </li>
      ))}
    </ul>
  )

/** The number of late reports, or when the open ones are due. */
function LateOrDue({ of: reports }: { of: readonly ReportOfReviewer[] }) {
  const now = new Date()
  const late = reports.filter((report) => isLate(report, now)).length
  const [next] = reports.filter(isOpen)
  if (late === 0) return next && <Due at={next.reviews_due_at} now={now} />
  return <Text span inherit c="var(--ao-red)" fw={600}>{`${late} late`}</Text>
}
