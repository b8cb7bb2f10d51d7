import type { Key, ReactNode } from 'react'
import type { Address } from '#domain/address.ts'

/** A column: its head and what it shows of a row. */
export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** More about the head, in a tooltip: 'Times are in Asia/Tokyo.' */
  hint?: string
  width?: number | string
  align?: 'right' | 'center'
  /** Dates, times and figures stay on one line. */
  nowrap?: boolean
  /** A column of buttons: its head is only spoken, and on a phone it stands at the foot of the card. */
  action?: boolean
}

/** What a table and its cards on a phone are made of. */
export interface DataTableProps<Row> {
  /** What the table holds, spoken: 'Proposers'. */
  label: string
  /** Where a row's DETAIL button, the first column, leads. */
  detail?: (row: Row) => Address
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => Key
  /** A row that is set back: disabled, deleted. */
  quiet?: (row: Row) => boolean
  /** Shown instead of the table when there are no rows. */
  empty: ReactNode
  /** The rows shown are about to change. */
  busy?: boolean
}
