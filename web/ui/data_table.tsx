import { Skeleton, Table, Tooltip, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { Address } from '#domain/address.ts'
import { DataCards } from './data_cards.tsx'
import classes from './data_table.module.css'
import { LinkButton } from './screen_link.tsx'
import type { Column, DataTableProps } from './table_props.ts'

/** The button of a row that leads to its own screen. */
export const DetailButton = ({ to, children = 'DETAIL' }: { to: Address; children?: ReactNode }) => (
  <LinkButton to={to} size="compact-sm" variant="light">
    {children}
  </LinkButton>
)

const detailColumn = <Row,>(to: (row: Row) => Address): Column<Row> => ({
  header: 'DETAIL',
  action: true,
  width: 90,
  cell: (row) => <DetailButton to={to(row)} />,
})

/** Rows under a head that stays in sight; cards on a phone; a skeleton of the same shape until the rows are there. */
export function DataTable<Row>({ detail, ...given }: DataTableProps<Row>) {
  const columns = detail ? [detailColumn(detail), ...given.columns] : given.columns
  const props = { ...given, columns }
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { label, rows, busy } = given
  if (rows?.length === 0) return props.empty
  if (phone) return <DataCards {...props} />
  return (
    <section
      className={classes.scroll}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-busy={busy || rows === undefined}
    >
      <Table className={busy ? classes.busy : undefined}>
        <Table.Thead className={classes.head}>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.header} w={column.width} ta={column.align} scope="col">
                <Head column={column} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows ? <Rows {...props} rows={rows} /> : <Waiting columns={columns.length} />}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function Head<Row>({ column: { header, hint, action } }: { column: Column<Row> }) {
  if (action) return <VisuallyHidden>{header}</VisuallyHidden>
  if (!hint) return header
  return (
    <Tooltip label={hint} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip is for the keyboard too */}
      <span tabIndex={0} style={{ textDecoration: 'underline dotted' }}>
        {header}
      </span>
    </Tooltip>
  )
}

const Rows = <Row,>({ columns, rows, rowKey, quiet }: DataTableProps<Row> & { rows: readonly Row[] }) =>
  rows.map((row) => (
    <Table.Tr key={rowKey(row)} className={quiet?.(row) ? classes.quiet : undefined}>
      {columns.map((column) => (
        <Table.Td
          key={column.header}
          ta={column.align}
          className={`${classes.cell} ${column.nowrap ? classes.nowrap : ''}`}
        >
          {column.cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  ))

const Waiting = ({ columns }: { columns: number }) =>
  Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
    <Table.Tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells are all alike
        <Table.Td key={column}>
          <Skeleton h={14} my={4} w={`${85 - ((row * 13 + column * 29) % 45)}%`} />
        </Table.Td>
      ))}
    </Table.Tr>
  ))
