import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Fragment, type ReactNode } from 'react'
import { useSlow } from '#web/lib/screen/timing.ts'
import { DataCards } from './data_cards.tsx'
import classes from './data_table.module.css'
import { RowButtons } from './row_buttons.tsx'
import { FirstLine, Lines, Tick, TickAll } from './row_parts.tsx'
import { HeadCell } from './table_head.tsx'
import { beginsGroup, type Column, type DataTableProps } from './table_props.ts'

const PHONE = '(max-width: 639.98px)'

/** Rows under a head that stays in sight while the page scrolls; cards on a phone; after a moment a skeleton of the same shape until the rows are there. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const { label, rows, busy, columns, sorting, selection } = props
  const slow = useSlow(rows === undefined)
  const buttons = props.detail !== undefined || props.peek !== undefined
  const width = columns.length + (selection ? 1 : 0) + (buttons ? 1 : 0)
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
                <TickAll shown={rows ?? []} selection={selection} />
              </td>
            )}
            {columns.map((column) => (
              <HeadCell key={column.header} column={column} sorting={sorting} className={classOf(column)} />
            ))}
            {buttons && (
              <th scope="col" style={{ width: (props.detail ? 72 : 12) + (props.peek ? 32 : 0) }}>
                <VisuallyHidden>{props.detail ? 'DETAIL' : 'Peek'}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row, place) => (
                <Fragment key={props.rowKey(row)}>
                  {beginsGroup(props.groups, rows, place) && (
                    <tr data-group>
                      <th scope="rowgroup" colSpan={width}>
                        {props.groups?.head(row)}
                      </th>
                    </tr>
                  )}
                  <Row row={row} of={props} shown={rows} />
                </Fragment>
              ))
            : slow && <Waiting columns={width} />}
        </tbody>
      </table>
    </div>
  )
}

const LEAVES = { first: classes.first, second: classes.second }

const classOf = <Row,>({ nowrap, leaves }: Column<Row>) =>
  [nowrap && classes.nowrap, leaves && LEAVES[leaves]].filter(Boolean).join(' ')

interface RowProps<Row> {
  row: Row
  shown: readonly Row[]
  of: DataTableProps<Row>
}

function Row<Row>({ row, shown, of: props }: RowProps<Row>) {
  const { columns, quiet, selection, peek } = props
  const cuts = columns.some(({ title }) => title)
  const key = String(props.rowKey(row))
  const name = props.rowName?.(row)
  return (
    <tr
      data-row={key}
      data-quiet={quiet?.(row) || undefined}
      data-ticked={selection?.has(row) || undefined}
      aria-current={peek?.open === key || undefined}
    >
      {selection && (
        <td className={classes.tick}>
          <Tick row={row} shown={shown} selection={selection} name={name ?? key} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.header} data-align={column.align} className={classOf(column)}>
          {cuts && !column.action ? (
            <Lines column={column} row={row} name={name} />
          ) : (
            <Wrapped column={column} row={row} />
          )}
        </td>
      ))}
      {(props.detail || peek) && (
        <td data-align="right">
          <RowButtons row={row} of={props} />
        </td>
      )}
    </tr>
  )
}

const Wrapped = <Row,>({ column, row }: { column: Column<Row>; row: Row }): ReactNode => (
  <>
    <FirstLine column={column} row={row} />
    {column.below && <div>{column.below(row)}</div>}
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
