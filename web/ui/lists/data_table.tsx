import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Fragment, type ReactNode, useCallback, useState } from 'react'
import { type Sorting, toggleSort } from '#web/lib/lists/list_state.ts'
import { useIsSlow } from '#web/lib/screen/timing.ts'
import { Hint } from '../text/hint.tsx'
import { DataCards } from './data_cards.tsx'
import classes from './data_table.module.css'
import { AllRowsCheckbox, CellLines, FirstLine, RowButtons, RowCheckbox } from './row_parts.tsx'
import { type Column, type DataTableProps, groupHead, type Head } from './table_props.ts'

const PHONE = '(max-width: 639.98px)'

/** Whether the screen is so narrow that rows are cards. */
export const usePhone = () => useMediaQuery(PHONE, false, { getInitialValueInEffect: false })

/** A table with a sticky header; cards on a phone; a skeleton if loading takes long. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const phone = usePhone()
  const { label, rows, busy, columns, sorting, selection } = props
  const slow = useIsSlow(rows === undefined)
  const { first, last } = buttonsOf(props)
  const width = columns.length + (selection ? 1 : 0) + (first ? 1 : 0) + (last ? 1 : 0)
  if (rows?.length === 0) return props.empty
  if (phone) return <DataCards {...props} waiting={slow} />
  return (
    <div className={classes.room}>
      <table
        className={`${classes.table} ${busy ? classes.busy : ''}`}
        data-cut={columns.some(({ title }) => title) || undefined}
        aria-label={label}
        aria-busy={busy || rows === undefined}
      >
        <thead>
          <tr>
            {selection && (
              <td className={classes.tick}>
                <AllRowsCheckbox shown={rows ?? []} selection={selection} />
              </td>
            )}
            {first && (
              <th scope="col" style={{ width: 72 }}>
                <VisuallyHidden>DETAIL</VisuallyHidden>
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.header} column={column} sorting={sorting} className={classOf(column)} />
            ))}
            {last && (
              <th scope="col" style={{ width: (last.detail ? 72 : 12) + (last.preview ? 32 : 0) }}>
                <VisuallyHidden>{last.detail ? 'DETAIL' : 'Peek'}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row, place) => (
                <Fragment key={props.rowKey(row)}>
                  <GroupHead columns={width}>{groupHead(props.groups, rows, place)}</GroupHead>
                  <Row row={row} of={props} shown={rows} />
                </Fragment>
              ))
            : slow && <Waiting columns={width} />}
        </tbody>
      </table>
    </div>
  )
}

const GroupHead = ({ columns, children }: { columns: number; children: ReactNode }) =>
  children && <GroupRow columns={columns}>{children}</GroupRow>

/** Spans the columns that are in sight: with those that are hidden it would widen the table. */
function GroupRow({ columns, children }: { columns: number; children: ReactNode }) {
  const [shown, setShown] = useState(columns)
  const watch = useCallback((row: HTMLTableRowElement) => {
    const table = row.closest('table')!
    const heads = [...table.tHead!.rows[0]!.cells]
    const observer = new ResizeObserver(() =>
      setShown(heads.filter((head) => getComputedStyle(head).display !== 'none').length),
    )
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return (
    <tr data-group ref={watch}>
      <th scope="rowgroup" colSpan={Math.min(shown, columns)}>
        {children}
      </th>
    </tr>
  )
}

type Buttons<Row> = Pick<DataTableProps<Row>, 'detail' | 'preview' | 'rowName' | 'rowKey'>

/** The buttons of a row, in its first and in its last column; undefined without such a column. */
function buttonsOf<Row>(props: DataTableProps<Row>): { first?: Buttons<Row>; last?: Buttons<Row> } {
  const { detail, detailFirst, preview, ...rest } = props
  if (!detailFirst) return detail || preview ? { last: props } : {}
  return { ...(detail && { first: { ...rest, detail } }), ...(preview && { last: { ...rest, preview } }) }
}

const HIDES = { wide: classes.wide, first: classes.first, second: classes.second }

const classOf = <Row,>({ nowrap, hides }: Column<Row>) =>
  [nowrap && classes.nowrap, hides && HIDES[hides]].filter(Boolean).join(' ')

const cellClassOf = <Row,>(column: Column<Row>) =>
  column.cellClass ? `${classOf(column)} ${column.cellClass}` : classOf(column)

interface RowProps<Row> {
  row: Row
  shown: readonly Row[]
  of: DataTableProps<Row>
}

function Row<Row>({ row, shown, of: props }: RowProps<Row>) {
  const { columns, muted, selection, preview } = props
  const cuts = columns.some(({ title }) => title)
  const { first, last } = buttonsOf(props)
  const key = String(props.rowKey(row))
  const name = props.rowName?.(row)
  return (
    <tr
      {...props.rowProps?.(row)}
      data-row={key}
      data-quiet={muted?.(row) || undefined}
      data-ticked={selection?.has(row) || undefined}
      aria-current={preview?.open === key || undefined}
    >
      {selection && (
        <td className={classes.tick}>
          <RowCheckbox row={row} shown={shown} selection={selection} name={name ?? key} />
        </td>
      )}
      {first && (
        <td>
          <RowButtons row={row} of={first} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.header} data-align={column.align} className={cellClassOf(column)}>
          {cuts && !column.action ? (
            <CellLines column={column} row={row} name={name} />
          ) : (
            <Wrapped column={column} row={row} />
          )}
        </td>
      ))}
      {last && (
        <td data-align="right">
          <RowButtons row={row} of={last} />
        </td>
      )}
    </tr>
  )
}

const Wrapped = <Row,>({ column, row }: { column: Column<Row>; row: Row }): ReactNode => (
  <>
    <FirstLine column={column} row={row} />
    {column.secondLine && <div>{column.secondLine(row)}</div>}
  </>
)

const Waiting = ({ columns }: { columns: number }) =>
  Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells are all alike
        <td key={column}>
          <Skeleton h={12} my={4} w={`${85 - ((row * 13 + column * 29) % 45)}%`} />
        </td>
      ))}
    </tr>
  ))

interface HeadCellProps<Row> {
  column: Column<Row>
  sorting: Sorting | undefined
  className: string
}

/** A column's header cell with its further headers; sortable ones are buttons. */
function HeadCell<Row>({ column, sorting, className }: HeadCellProps<Row>) {
  const { header, hint, action, moreHeads = [], stacked, width, align } = column
  const sorts = sorting?.by !== undefined && [column, ...moreHeads].some(({ sort }) => sort === sorting.by)
  const order = sorts && (sorting.dir === 'asc' ? 'ascending' : 'descending')
  return (
    <th
      scope="col"
      className={className}
      style={{ width }}
      data-align={align}
      {...(order && { 'aria-sort': order })}
    >
      {action ? (
        <VisuallyHidden>{header}</VisuallyHidden>
      ) : (
        <HeadText head={column} hint={hint} sorting={sorting} />
      )}
      {column.axis}
      {moreHeads.map((head, place) => (
        <span key={head.header} className={classes.also} data-stacks={stacked}>
          {place > 0 && !stacked && ', '}
          <HeadText head={head} sorting={sorting} />
        </span>
      ))}
    </th>
  )
}

interface HeadTextProps {
  head: Head
  hint?: string | undefined
  sorting: Sorting | undefined
}

function HeadText({ head: { header, sort, descendingFirst }, hint, sorting }: HeadTextProps) {
  const sorts = sort !== undefined && sorting !== undefined
  const text = sorts ? (
    <SortButton by={sort} first={descendingFirst ? 'desc' : 'asc'} sorting={sorting} header={header} />
  ) : (
    header
  )
  if (!hint) return text
  return (
    <Hint text={hint} stops={!sorts}>
      {text}
    </Hint>
  )
}

interface SortButtonProps {
  by: string
  first: 'asc' | 'desc'
  sorting: Sorting
  header: string
}

const SortButton = ({ by, first, sorting, header }: SortButtonProps) => {
  const on = sorting.by === by
  const Arrow = (on ? sorting.dir : first) === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <button
      type="button"
      className={`${UnstyledButton.classes.root} ${classes.sort}`}
      data-on={on || undefined}
      onClick={() => toggleSort(sorting, by, first)}
    >
      {header}
      <Arrow size={12} stroke={2.2} aria-hidden />
    </button>
  )
}
