import { Checkbox, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { address } from '#domain/address.ts'
import { matchesKind, objectionTo } from '#domain/allocation/assigned_list.ts'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { requestText } from '#domain/allocation/suggest/texts.ts'
import { asteroids, labelOf } from '#domain/masters/values.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import { figure, time } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { SampleLink } from '#web/ui/text/sample_link.tsx'
import classes from './-assigned.module.css'
import { CancelButton, type Refusal } from './-confirm.tsx'
import type { Grouping, View } from './-list_view.ts'
import { gridAt, proposalAt, rankingText, rivalText } from './-proposal_rank.tsx'
import type { Choice } from './-selection.ts'

const OverAllocated = ({ children }: { children: string }) => <span className={classes.over}>{children}</span>

interface Options {
  /** A confirmed row has a CANCEL button. */
  cancels: boolean
  /** The selection; null if nothing can be confirmed. */
  choice: Choice | null
}
type ColumnOptions = Options & { refuse: (refusal: Refusal) => void }

/** The columns of the assigned list. Grouped by proposal, the group heads show proposer and ranking instead. */
export const assignedColumns = (view: View, options: ColumnOptions): Column<AssignedRow>[] =>
  view === 'list' ? specifiedColumns(options) : groupedColumns(view, options)

const historyOf = (row: AssignedRow) => address('/samples/history/$id', { id: row.id })

const assignedTo = {
  header: 'Assigned',
  title: true,
  to: (row: AssignedRow) => proposalAt(row.proposal_id),
  cell: (row: AssignedRow) => `${row.proposal_id}: ${row.proposal_title}`,
}

const cancelColumn = (options: ColumnOptions) => ({
  header: 'CANCEL',
  width: 94,
  cell: (row: AssignedRow) =>
    mayCancel(row, options) ? <CancelButton row={row} refuse={options.refuse} /> : '-',
})

/** The columns of the specification, in its order. */
const specifiedColumns = (options: ColumnOptions): Column<AssignedRow>[] => [
  { header: 'Asteroid', width: 76, cell: (row) => asteroids[row.db_type] },
  {
    header: 'Name',
    width: 150,
    cardTitle: true,
    whole: true,
    to: historyOf,
    cell: (row) => <SampleName asteroid={row.db_type} name={row.name} />,
  },
  { header: 'Type', width: 92, cell: (row) => labelOf('sample_type', row.type) },
  { header: 'Weight[mg]', width: 80, align: 'right', cell: (row) => figure(row.weight) },
  { header: 'Size[mm]', width: 76, align: 'right', cell: (row) => sizeInMm(row.size, '-') },
  { header: 'Pressure[Pa]', width: 92, align: 'right', hides: 'first', cell: (row) => figure(row.pressure) },
  { header: 'Volume[ml]', width: 84, align: 'right', hides: 'first', cell: (row) => figure(row.volume) },
  { header: 'Detail', width: 68, cell: (row) => <SampleLink sample={row} /> },
  { ...assignedTo, whole: true },
  {
    header: 'Confirmed',
    width: 170,
    whole: true,
    cell: (row) => <Confirmed row={row} {...options} />,
    secondLine: aboutConfirming,
  },
  cancelColumn(options),
]

const groupedColumns = (view: Grouping, options: ColumnOptions): Column<AssignedRow>[] => [
  {
    header: 'Name',
    moreHeads: [{ header: 'Detail' }],
    width: 160,
    stacked: true,
    cardTitle: true,
    whole: true,
    to: historyOf,
    cell: (row) => <SampleName asteroid={row.db_type} name={row.name} />,
    secondLine: (row) => <SampleLink sample={row} />,
  },
  {
    header: 'Asteroid',
    moreHeads: [{ header: 'Type' }],
    width: 80,
    stacked: true,
    hides: 'first',
    cell: (row) => asteroids[row.db_type],
    secondLine: (row) => labelOf('sample_type', row.type),
  },
  {
    header: 'Weight[mg]',
    moreHeads: [{ header: 'Size[mm]' }],
    width: 84,
    stacked: true,
    align: 'right',
    cell: (row) => figure(row.weight),
    secondLine: (row) => sizeInMm(row.size, '-'),
  },
  {
    header: 'Pressure[Pa]',
    moreHeads: [{ header: 'Volume[ml]' }],
    width: 92,
    stacked: true,
    align: 'right',
    hides: 'first',
    cell: (row) => figure(row.pressure),
    secondLine: (row) => figure(row.volume),
  },
  {
    header: 'Asked',
    moreHeads: [{ header: 'Priority' }],
    width: 146,
    whole: true,
    cell: ({ request }) => (request ? requestText(request) : '-'),
    secondLine: ({ request, over_asked }) => (
      <>
        {request && `Priority ${request.priority}`}
        {over_asked && <OverAllocated>{request ? ', over-allocated' : 'Matches no request'}</OverAllocated>}
      </>
    ),
  },
  {
    ...assignedTo,
    ...(view === 'sample' && {
      moreHeads: [{ header: 'Score, Rank, Proposer' }],
      stacked: true,
      secondLine: (row: AssignedRow) => `${rankingText(row)} · ${row.proposer}`,
    }),
  },
  {
    header: 'Clash',
    width: 142,
    whole: true,
    hides: 'second',
    cell: (row) => <Clash row={row} />,
    secondLine: (row) => <ClashBelow row={row} />,
  },
  {
    header: 'Confirmed',
    width: 208,
    whole: true,
    cell: (row) => <Confirmed row={row} {...options} />,
    secondLine: aboutConfirming,
  },
  cancelColumn(options),
]

/** The other proposals that have the sample: '87 (4.30, rank 5)'. */
function Clash({ row }: { row: AssignedRow }) {
  const { others, term } = row
  if (others.length === 0) return '-'
  const text = others
    .map((other) => rivalText(other, term.id, other.status === CONFIRMED ? ' confirmed' : ''))
    .join(', ')
  return (
    <span className={classes.clash} title={text}>
      <IconAlertTriangle size={14} aria-hidden />
      {text}
    </span>
  )
}

/** A link to resolve the clash in the grid, and the other proposals that request the sample by name. */
function ClashBelow({ row }: { row: AssignedRow }) {
  const asked = row.wanted.map((other) => rivalText(other, row.term.id)).join(', ')
  const wanted = asked && `requested by ${asked}`
  return (
    <span title={wanted}>
      {matchesKind.contested(row) && (
        <>
          <ScreenLink
            inherit
            to={gridAt(row)}
            aria-label={`Resolve ${row.name} of proposal ${row.proposal_id} in the grid`}
          >
            Resolve
          </ScreenLink>{' '}
        </>
      )}
      {wanted}
    </span>
  )
}

/** Whether a row can be cancelled: it is confirmed, or proposed for confirmation. */
const mayCancel = (row: AssignedRow, { cancels, choice }: Options) =>
  row.status === CONFIRMED ? cancels && !row.term.disabled : choice !== null && row.proposed_by_id !== null

/** An x and by whom for a confirmed row, else its checkbox. */
function Confirmed({ row, choice }: Options & { row: AssignedRow }) {
  if (row.status === CONFIRMED)
    return (
      <Text size="xs" truncate>
        {row.confirmed_by === null ? 'x' : `x ${signed(row.confirmed_by, row.confirmed_at)}`}
      </Text>
    )
  if (!choice?.may(row)) return '-'
  return (
    <Checkbox
      label="Confirm"
      aria-label={`Confirm ${row.name} for proposal ${row.proposal_id}`}
      checked={choice.has(row)}
      onChange={(event) => choice.set(row, event.currentTarget.checked)}
    />
  )
}

/** Who proposed the confirmation, and any objection. */
function aboutConfirming(row: AssignedRow): string {
  const proposed = row.proposed_by === null ? null : `Proposed by ${signed(row.proposed_by, row.proposed_at)}`
  if (row.status === CONFIRMED) return proposed ?? ''
  const own = matchesKind.proposed(row)
    ? 'You proposed this; another member of the office must confirm it.'
    : proposed
  return [objectionTo(row), own].filter((text) => text !== null).join(' ')
}

/** 'Ann Berg, 2026-11-21 09:12'. */
const signed = (name: string, at: string | null) => `${name}, ${time(at)}`
