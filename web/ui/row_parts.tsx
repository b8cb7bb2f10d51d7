import { ActionIcon, Checkbox } from '@mantine/core'
import { IconLayoutSidebarRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Address } from '#domain/address.ts'
import { target } from '#web/lib/go.ts'
import type { Selection } from '#web/lib/selection.ts'
import classes from './row_parts.module.css'
import { LinkButton } from './screen_link.tsx'
import type { Column, PeekButton } from './table_props.ts'

interface DetailButtonProps {
  to: Address
  /** What it leads to, spoken after the button's text: '63 Soluble organic compounds'. */
  name?: string | undefined
  children?: string
}

/** The button of a row that leads to its own screen. */
export const DetailButton = ({ to, name, children = 'DETAIL' }: DetailButtonProps) => (
  <LinkButton to={to} size="compact-xs" mih={24} variant="default" aria-label={name && `${children} ${name}`}>
    {children}
  </LinkButton>
)

interface LineProps<Row> {
  column: Column<Row>
  row: Row
}

/** What a column shows of a row in its first line, a link where it leads somewhere. */
export function FirstLine<Row>({ column, row }: LineProps<Row>) {
  const to = column.to?.(row)
  const content = column.cell(row)
  if (!to) return content
  return (
    <Link {...target(to)} className={classes.link} data-leads>
      {content}
    </Link>
  )
}

/** A cell of a table that cuts its lines: what is cut is in the tooltip, the row's `name` with its title. */
export const Lines = <Row,>({ column, row, name }: LineProps<Row> & { name: string | undefined }) => (
  <>
    <Line className={column.title ? classes.title : undefined} tip={column.title ? name : column.cell(row)}>
      <FirstLine column={column} row={row} />
    </Line>
    {column.below && (
      <Line className={classes.below} tip={column.below(row)}>
        {column.below(row)}
      </Line>
    )}
  </>
)

const Line = ({
  className = '',
  tip,
  children,
}: {
  className?: string | undefined
  tip: ReactNode
  children: ReactNode
}) => (
  <div className={`${classes.line} ${className}`} title={typeof tip === 'string' ? tip : undefined}>
    {children}
  </div>
)

interface TickProps<Row> {
  row: Row
  shown: readonly Row[]
  selection: Selection<Row>
  name: string
}

/** The tick of a row; with Shift, of all from the last one ticked. */
export const Tick = <Row,>({ row, shown, selection, name }: TickProps<Row>) => (
  <Checkbox
    size="xs"
    aria-label={`Select ${name}`}
    checked={selection.has(row)}
    onChange={({ currentTarget: { checked }, nativeEvent }) =>
      selection.tick(row, checked, shown, (nativeEvent as MouseEvent).shiftKey)
    }
  />
)

/** The tick of all rows on the page. */
export function TickAll<Row>({ shown, selection }: { shown: readonly Row[]; selection: Selection<Row> }) {
  const on = shown.filter(selection.has).length
  return (
    <Checkbox
      size="xs"
      data-tick-all
      aria-label="Select all on this page"
      checked={on > 0 && on === shown.length}
      indeterminate={on > 0 && on < shown.length}
      onChange={({ currentTarget: { checked } }) => selection.tickAll(shown, checked)}
    />
  )
}

/** The button of a row that opens its peek, or closes it. */
export const PeekToggle = ({ peek, rowKey, name }: { peek: PeekButton; rowKey: string; name: string }) => (
  <ActionIcon
    size={26}
    color="gray"
    data-peeks
    aria-label={`Peek at ${name}`}
    title="Peek (Space)"
    aria-expanded={peek.open === rowKey}
    aria-controls={peek.open === rowKey ? peek.region : undefined}
    onClick={() => peek.press(rowKey)}
  >
    <IconLayoutSidebarRight size={16} aria-hidden />
  </ActionIcon>
)
