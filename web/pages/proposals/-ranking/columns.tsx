import { Text } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { ProposalFilter } from '#domain/proposals/contract.ts'
import type { ProposalRow } from '#domain/staff/contract.ts'
import { disagree, REPORTS_DISAGREE } from '#domain/staff/disagreement.ts'
import { whyNotRank } from '#domain/staff/ranking.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import type { Reorder } from '#web/ui/lists/reorder.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { ProgressChip } from '#web/ui/report/report_status.tsx'
import { GlobalScore, Spread } from '#web/ui/text/score.tsx'
import classes from './columns.module.css'
import { GradeCell, type GradeEditing } from './grade_cell.tsx'
import { useGrades } from './grade_editing.ts'
import { EXPECTED_RANK, expectedRankColumn, useOrderOf, useTermOrder } from './order.tsx'
import { ScoreCell, type ScoreEditing } from './score_cell.tsx'

interface ColumnOptions {
  editing: ScoreEditing
  /** Present when rows can be moved by their grips: the list is sorted by rank. */
  reorder: Reorder | null
  canScore: (row: ProposalRow) => boolean
  grading: GradeEditing
  canGrade: (row: ProposalRow) => boolean
}

type Sort = NonNullable<ProposalFilter['sort']>

const average = (value: number | null) => figure(value, 2)
const right = { align: 'right', nowrap: true, falls: true } as const

/** What a member of the panel sees of them, unless they are of the office too; the others can be chosen. */
const PANEL_COLUMNS = ['Rank', 'ID: Title', 'Reports', 'Total', 'Spread', 'Adjusted', EXPECTED_RANK, 'Mine']
/** What the office sees: it grades nothing of its own. */
export const ownColumns = (columns: Column<ProposalRow, Sort>[], { office, grades }: Viewer) =>
  office
    ? columns.filter(({ header }) => header !== 'Mine' || grades)
    : columns.filter(({ header }) => PANEL_COLUMNS.includes(header))

interface Viewer {
  office: boolean
  /** They grade proposals. */
  grades: boolean
}

/** The columns of the ranking table. */
export const rankingColumns = ({
  editing,
  reorder,
  canScore,
  grading,
  canGrade,
}: ColumnOptions): Column<ProposalRow, Sort>[] => [
  {
    header: 'Rank',
    sort: 'rank',
    hint: 'Given by the panel, 1 is best; below it the average of the reviewers’ ranks. Sorted by rank, rows can be moved.',
    moreHeads: [{ header: 'Average', sort: 'rank_average' }],
    stacked: true,
    width: 70,
    cell: (row) => (
      <>
        {reorder && canScore(row) && whyNotRank(row) === null && reorder.grip(String(row.id))}
        <RankCell row={row} editing={editing} editable={canScore(row) && whyNotRank(row) === null} />
      </>
    ),
    secondLine: (row) => row.rank_average !== null && `avg ${average(row.rank_average)}`,
  },
  {
    header: 'ID: Title',
    title: true,
    sort: 'title',
    moreHeads: [
      { header: 'Name', sort: 'name' },
      { header: 'Email/Affiliation', sort: 'affiliation' },
    ],
    to: (row) => address('/proposals/detail/$id', { id: row.id }),
    cell: (row) => `${row.id}: ${row.title}`,
    secondLine: (row) => <NameLine row={row} />,
  },
  {
    header: 'Status',
    sort: 'progress',
    width: 92,
    hides: 'wide',
    cell: (row) => <ProgressChip progress={row.progress} quiet />,
    secondLine: (row) => (row.conflict ? 'Conflict' : row.reports_withheld && 'You owe a report'),
  },
  {
    header: 'Reports',
    sort: 'reports_submitted',
    hint: 'Reports submitted, of those asked for without the declined.',
    width: 60,
    hides: 'first',
    ...right,
    cell: (row) => (row.reports_asked === 0 ? '-' : `${row.reports_submitted}/${row.reports_asked}`),
  },
  {
    header: 'Science',
    sort: 'science_score_average',
    width: 60,
    hides: 'wide',
    ...right,
    cell: (row) => average(row.science_score_average),
  },
  {
    header: 'Technical',
    sort: 'technical_score_average',
    width: 72,
    hides: 'wide',
    ...right,
    cell: (row) => average(row.technical_score_average),
  },
  {
    header: 'Total',
    sort: 'total_score_average',
    width: 58,
    ...right,
    cell: (row) => <b>{average(row.total_score_average)}</b>,
  },
  {
    header: 'Spread',
    sort: 'spread',
    descendingFirst: true,
    hint: 'From 2 to 10: a dot a report, the triangle is their average. Reviewers disagree when totals differ by 3, or one by 2 from all others.',
    width: 168,
    cell: (row) => (
      <span className={classes.spread}>
        <Spread totals={row.totals} />
        {disagree(row.totals, REPORTS_DISAGREE) && <span className={classes.disagree}>disagree</span>}
      </span>
    ),
  },
  {
    header: 'Adjusted',
    sort: 'adjusted',
    descendingFirst: true,
    hint: 'Advice: the total had all reviewers judged alike. Each figure says how sure it is.',
    width: 66,
    hides: 'first',
    align: 'right',
    nowrap: true,
    cell: (row) => <AdjustedScore row={row} />,
  },
  expectedRankColumn(),
  {
    header: 'Mine',
    sort: 'my_grade',
    descendingFirst: true,
    hint: 'Your own grade, 0 to 5. Only you see it until you share it.',
    width: 80,
    align: 'right',
    nowrap: true,
    cell: (row) => <GradeCell row={row} editing={grading} editable={canGrade(row)} />,
  },
  {
    header: 'Global Score',
    sort: 'global_score',
    descendingFirst: true,
    width: 146,
    hides: 'second',
    cell: (row) => <GlobalScoreCell row={row} editing={editing} editable={canScore(row)} />,
  },
]

interface CellProps {
  row: ProposalRow
  editing: ScoreEditing
  editable: boolean
}

function RankCell({ row, editing, editable }: CellProps) {
  const text = figure(row.rank)
  if (!editable) return <b title={whyNotRank(row) ?? undefined}>{text}</b>
  return (
    <ScoreCell row={row} field="rank" editing={editing}>
      <b>{text}</b>
    </ScoreCell>
  )
}

function GlobalScoreCell({ row, editing, editable }: CellProps) {
  const shown = <GlobalScore score={row.global_score} />
  if (!editable) return shown
  return (
    <ScoreCell row={row} field="global_score" editing={editing}>
      {shown}
    </ScoreCell>
  )
}

/** Proposer and affiliation, after the viewer's own part in the meeting. */
function NameLine({ row }: { row: ProposalRow }) {
  const grades = useGrades()
  const leads = useCall(api.panel.myLeads, { query: { term_id: row.term_id } }, { enabled: grades }).data
  const speaks = (['first', 'second'] as const).find((place) => leads?.[place].includes(row.id))
  const text = [row.name, row.affiliation].filter(Boolean).join(' · ')
  return (
    <span title={text}>
      {speaks && <b className={classes.speaks}>{`You speak ${speaks}`}</b>}
      {speaks && ' · '}
      {text}
    </span>
  )
}

/** A proposal's adjusted score with its uncertainty in the title, or '-'. */
function AdjustedScore({ row: { id, term_id } }: { row: ProposalRow }) {
  const own = useOrderOf(term_id)?.proposals.find((one) => one.id === id)
  if (!own) return '-'
  const { adjusted, error, mean } = own
  return (
    <span
      title={`${figure(adjusted, 2)} ± ${figure(error, 2)}, where the plain average is ${figure(mean, 2)}`}
    >
      {figure(adjusted, 1)}
    </span>
  )
}

/** Why the term has no adjusted scores. */
export function WhyNotAdjusted() {
  const order = useTermOrder()
  if (!order?.why_not) return null
  return (
    <Text size="xs" c="dimmed">
      Adjusted: {order.why_not}
    </Text>
  )
}
