import type { Key, ReactNode } from 'react'
import type { Address } from '#domain/address.ts'
import type { Sorting } from '#web/lib/lists/list_state.ts'
import type { Selection } from '#web/lib/lists/selection.ts'

/** A head: what it is called and by what the list is sorted when it is pressed. */
export interface Head<Sort extends string = string> {
  header: string
  sort?: Sort
  /** The first press sorts downwards: scores, dates. */
  descendingFirst?: boolean
}

/** A column: its head and what it shows of a row. */
export interface Column<Row, Sort extends string = string> extends Head<Sort> {
  cell: (row: Row) => ReactNode
  /** A second line, smaller. */
  secondLine?: (row: Row) => ReactNode
  /** Where the first line leads. */
  to?: (row: Row) => Address | null
  /** What the row is: takes the room that the others leave, heads its card on a phone. Its table cuts lines, not wraps. */
  title?: boolean
  /** Heads its card on a phone, in a table that wraps its lines. */
  cardTitle?: boolean
  /** More heads in this one, of what stands in its second line. */
  moreHeads?: readonly Head<Sort>[]
  /** The further heads stand below the first, for a narrow column. */
  stacked?: boolean
  /** More about the head, in a tooltip: 'Times are in Asia/Tokyo.' */
  hint?: string
  width?: number | string
  align?: 'right' | 'center'
  /** Dates, times and figures stay on one line. */
  nowrap?: boolean
  /** A column of buttons: its head is only spoken, and on a phone it stands at the foot of the card. */
  action?: boolean
  /** Where there is little room the column leaves: 'first' below about 1200 pixels, 'second' below about 900. */
  hides?: 'first' | 'second'
}

/** What a row's peek button does. */
export interface PreviewToggleProps {
  /** The id of the region that it opens. */
  region: string
  /** The row that is open, by its key as text. */
  open: string | null
  press: (key: string) => void
}

/** Rows that stand together under a head of their own; rows of one group come one after the other. */
export interface RowGroups<Row> {
  of: (row: Row) => string
  /** What the head says, by any row of the group. */
  head: (row: Row) => ReactNode
}

/** What a table and its cards on a phone are made of. */
export interface DataTableProps<Row> {
  /** What the table holds, spoken: 'Proposers'. */
  label: string
  /** Where a row's DETAIL button, the last column, leads. */
  detail?: (row: Row) => Address
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => Key
  /** What a row is called, spoken with its buttons: '63 Soluble organic compounds'. */
  rowName?: (row: Row) => string
  /** A row that is set back: disabled, deleted. */
  muted?: (row: Row) => boolean
  /** Shown instead of the table when there are no rows. */
  empty: ReactNode
  /** The rows shown are about to change. */
  busy?: boolean
  sorting?: Sorting
  selection?: Selection<Row>
  preview?: PreviewToggleProps
  groups?: RowGroups<Row> | undefined
}

/** Whether the row at a place is the first of its group among those shown. */
export const beginsGroup = <Row>(groups: RowGroups<Row> | undefined, rows: readonly Row[], place: number) =>
  groups !== undefined && (place === 0 || groups.of(rows[place - 1]!) !== groups.of(rows[place]!))
