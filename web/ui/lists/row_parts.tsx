import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ChangeEvent, ReactNode } from 'react'
import type { Address } from '#domain/address.ts'
import type { Selection } from '#web/lib/lists/selection.ts'
import { target } from '#web/lib/routing/navigation.ts'
import classes from './row_parts.module.css'
import type { Column, DataTableProps, PreviewToggleProps } from './table_props.ts'

interface DetailButtonProps {
  to: Address
  /** Appended to the accessible name: '63 Soluble organic compounds'. */
  name?: string | undefined
  children?: string
}

/** A row's link to its own screen. */
export const DetailButton = ({ to, name, children = 'DETAIL' }: DetailButtonProps) => (
  <Link {...target(to)} className={classes.detail} aria-label={name && `${children} ${name}`}>
    {children}
  </Link>
)

interface CellProps<Row> {
  column: Column<Row>
  row: Row
}

/** The first line of a cell, as a link if the column has one. */
export const FirstLine = <Row,>({ column, row }: CellProps<Row>) =>
  linked(column.to?.(row) ?? null, column.cell(row))

const linked = (to: Address | null, content: ReactNode) =>
  to ? (
    <Link {...target(to)} className={classes.link} data-leads>
      {content}
    </Link>
  ) : (
    content
  )

/** A cell whose lines are truncated, with the full text as tooltip. */
export function CellLines<Row>({ column, row, name }: CellProps<Row> & { name: string | undefined }) {
  const first = column.cell(row)
  const below = column.secondLine?.(row)
  const line = column.whole ? `${classes.line} ${classes.whole}` : classes.line
  return (
    <>
      <div
        className={`${line} ${column.title ? classes.title : ''}`}
        title={tooltipOf(column.title ? name : first)}
      >
        {linked(column.to?.(row) ?? null, first)}
      </div>
      {below && (
        <div className={`${line} ${classes.below}`} title={tooltipOf(below)}>
          {below}
        </div>
      )}
    </>
  )
}

const tooltipOf = (content: ReactNode) => (typeof content === 'string' ? content : undefined)

interface RowCheckboxProps<Row> {
  row: Row
  shown: readonly Row[]
  selection: Selection<Row>
  name: string
}

/** Selects a row; with Shift, all from the one changed before. */
export const RowCheckbox = <Row,>({ row, shown, selection, name }: RowCheckboxProps<Row>) => (
  <BareCheckbox
    name={`Select ${name}`}
    why={selection.whyNot(row)}
    checked={selection.has(row)}
    onChange={({ currentTarget: { checked }, nativeEvent }) =>
      selection.select(row, checked, shown, (nativeEvent as MouseEvent).shiftKey)
    }
  />
)

/** Selects all rows on the page that can be. */
export function AllRowsCheckbox<Row>({
  shown,
  selection,
}: {
  shown: readonly Row[]
  selection: Selection<Row>
}) {
  const can = shown.filter((row) => selection.whyNot(row) === null)
  const on = can.filter(selection.has).length
  return (
    <BareCheckbox
      data-tick-all
      name="Select all on this page"
      why={shown.length > 0 && can.length === 0 ? 'No row on this page can be selected.' : null}
      checked={on > 0 && on === can.length}
      some={on > 0 && on < can.length}
      onChange={({ currentTarget: { checked } }) => selection.selectAll(shown, checked)}
    />
  )
}

interface BareCheckboxProps {
  name: string
  /** Why it cannot be used; null if it can. */
  why: string | null
  checked: boolean
  /** Indeterminate: some rows are selected. */
  some?: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  'data-tick-all'?: true
}

/** A checkbox that looks like Mantine's but is a single element, because a list has one in each row. */
const BareCheckbox = ({ name, why, some = false, ...rest }: BareCheckboxProps) => (
  <input
    {...rest}
    type="checkbox"
    disabled={why !== null}
    title={why ?? undefined}
    className={`${Checkbox.classes.input} ${classes.tick}`}
    aria-label={name}
    data-indeterminate={some || undefined}
    ref={(input) => {
      if (input) input.indeterminate = some
    }}
  />
)

/** Opens or closes a row's preview. */
const PreviewToggle = ({
  preview,
  rowKey,
  name,
}: {
  preview: PreviewToggleProps
  rowKey: string
  name: string
}) => (
  <button
    type="button"
    className={classes.peek}
    data-peeks
    aria-label={`Peek at ${name}`}
    title="Peek (Space)"
    aria-expanded={preview.open === rowKey}
    aria-controls={preview.open === rowKey ? preview.region : undefined}
    onClick={() => preview.press(rowKey)}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <rect x="4" y="4" width="16" height="16" rx="2" />
      <path d="M15 4v16" />
    </svg>
  </button>
)

/** The buttons at the end of a row: preview and DETAIL. */
export function RowButtons<Row>({
  row,
  of: { detail, preview, rowName, rowKey },
}: {
  row: Row
  of: Pick<DataTableProps<Row>, 'detail' | 'preview' | 'rowName' | 'rowKey'>
}) {
  const key = String(rowKey(row))
  const name = rowName?.(row)
  return (
    <div className={classes.buttons}>
      {preview && <PreviewToggle preview={preview} rowKey={key} name={name ?? key} />}
      {detail && <DetailButton to={detail(row)} name={name} />}
    </div>
  )
}
