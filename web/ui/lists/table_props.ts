import type { Key, ReactNode } from 'react'
import type { Address } from '#domain/address.ts'
import type { Sorting } from '#web/lib/lists/list_state.ts'
import type { Selection } from '#web/lib/lists/selection.ts'
import type { ReorderRowProps } from './reorder.tsx'

/** A header, and the sort key if it is sortable. */
export interface Head<Sort extends string = string> {
  header: string
  sort?: Sort
  /** The first click sorts in descending order: scores, dates. */
  descendingFirst?: boolean
}

/** A column of a table. */
export interface Column<Row, Sort extends string = string> extends Head<Sort> {
  cell: (row: Row) => ReactNode
  /** A second line, smaller. */
  secondLine?: (row: Row) => ReactNode
  /** The link of the first line. */
  to?: (row: Row) => Address | null
  /** The row's name: takes the remaining width and is the heading of its card. Lines of such a table are truncated. */
  title?: boolean
  /** Its lines wrap where others of the table are truncated: identifiers. */
  whole?: boolean
  /** The heading of the card on a phone, in a table whose lines wrap. */
  cardTitle?: boolean
  /** Names the cell on a phone, where the header does not say what is in it: 'Return' for '20 days late', '5 days left'. */
  cardHeader?: string
  /** Further headers in this one, for the second line. */
  moreHeads?: readonly Head<Sort>[]
  /** The further headers are below the first, for a narrow column. */
  stacked?: boolean
  /** A tooltip of the header: 'Times are in Asia/Tokyo.' */
  hint?: string
  /** Drawn in the header beside its text: the axis of what the cells draw. */
  axis?: ReactNode
  /** A class of the table's cells. */
  cellClass?: string | undefined
  width?: number | string
  align?: 'right' | 'center'
  /** For dates, times and figures. */
  nowrap?: boolean
  /** A column of buttons: its header is visually hidden, and cards show it at the bottom. */
  action?: boolean
  /**
   * Responsive priority: 'wide' shows the column only from about 1600 pixels, 'first' hides it below about 1200, 'second'
   * below about 900.
   */
  hides?: 'wide' | 'first' | 'second'
}

/** The state of the preview buttons of a list. */
export interface PreviewToggleProps {
  /** The id of the preview pane. */
  region: string
  /** The key of the open row. */
  open: string | null
  press: (key: string) => void
}

/** Groups of consecutive rows with a header. */
export interface RowGroups<Row> {
  of: (row: Row) => string
  /** The header, from the first row of the group; null for none. */
  head: (row: Row) => ReactNode
}

/** Further attributes of a row's element; `data-zone` and `data-line` make it stand out, and what is below it. */
export interface RowAttributes extends Partial<ReorderRowProps> {
  'data-zone'?: true | undefined
  'data-line'?: true | undefined
}

export interface DataTableProps<Row> {
  /** The accessible name: 'Proposers'. */
  label: string
  /** The address of a row's DETAIL button in the last column. */
  detail?: (row: Row) => Address
  /** The DETAIL buttons are in the first column instead. */
  detailFirst?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => Key
  /** The row's name in the accessible names of its buttons: '63 Soluble organic compounds'. */
  rowName?: (row: Row) => string
  /** Rows shown in grey: disabled, deleted. */
  muted?: (row: Row) => boolean
  /** Further attributes of a row's element: in a list whose rows can be moved, and of rows that stand out. */
  rowProps?: ((row: Row) => RowAttributes) | undefined
  /** Shown if there are no rows. */
  empty: ReactNode
  /** Other rows are being loaded. */
  busy?: boolean
  sorting?: Sorting
  selection?: Selection<Row>
  preview?: PreviewToggleProps
  groups?: RowGroups<Row> | undefined
}

/** The header above the row at `place`, if it is the first of a group that has one. */
export const groupHead = <Row>(groups: RowGroups<Row> | undefined, rows: readonly Row[], place: number) => {
  const row = rows[place]!
  if (!groups || (place > 0 && groups.of(rows[place - 1]!) === groups.of(row))) return null
  return groups.head(row)
}
