import { address } from '#domain/address.ts'
import type { ProposalFilter } from '#domain/proposals/contract.ts'
import type { ProposalRow } from '#domain/staff/contract.ts'
import type { Column } from '#web/ui/lists/table_props.ts'
import { ProgressChip } from '#web/ui/report/report_status.tsx'
import { Email } from '#web/ui/text/people.tsx'
import { GlobalScore } from '#web/ui/text/score.tsx'
import classes from './list_columns.module.css'

/** A text on at most two lines, the whole of it as tooltip. */
const TwoLines = ({ children }: { children: string }) => (
  <span className={classes.lines} title={children}>
    {children}
  </span>
)

/** The columns of the view List, behind DETAIL. */
export const listColumns: Column<ProposalRow, NonNullable<ProposalFilter['sort']>>[] = [
  { header: 'Name', sort: 'name', width: 116, whole: true, cell: (row) => row.name },
  {
    header: 'Email/Affiliation',
    sort: 'affiliation',
    width: '22%',
    cell: (row) => <Email>{row.email}</Email>,
    secondLine: (row) => row.affiliation,
  },
  {
    header: 'ID: Title',
    sort: 'title',
    title: true,
    whole: true,
    to: (row) => address('/proposals/detail/$id', { id: row.id }),
    cell: (row) => <TwoLines>{`${row.id}: ${row.title}`}</TwoLines>,
  },
  {
    header: 'Abstract',
    width: '11%',
    hides: 'second',
    whole: true,
    cell: (row) => <TwoLines>{row.shortAbstract ?? ''}</TwoLines>,
  },
  {
    header: 'Keywords',
    width: 98,
    hides: 'first',
    whole: true,
    cell: (row) =>
      row.selected_keywords?.length ? <TwoLines>{row.selected_keywords.join(', ')}</TwoLines> : '-',
  },
  {
    header: 'Status',
    sort: 'progress',
    width: 124,
    cell: (row) => <ProgressChip progress={row.progress} />,
    secondLine: (row) => (row.conflict ? 'Conflict' : row.reports_withheld && 'You owe a report'),
  },
  {
    header: 'Global Score',
    sort: 'global_score',
    descendingFirst: true,
    width: 142,
    nowrap: true,
    cell: (row) => <GlobalScore score={row.global_score} />,
  },
]
