import { ActionIcon, NativeSelect, Skeleton } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import type { Sorting } from '#web/lib/lists/list_state.ts'
import classes from './data_cards.module.css'
import { FirstLine, RowButtons, RowCheckbox } from './row_parts.tsx'
import { type Column, type DataTableProps, groupHead } from './table_props.ts'

/** The rows of a table as cards for narrow screens. */
export function DataCards<Row>({ waiting, ...props }: DataTableProps<Row> & { waiting: boolean }) {
  const { label, rows, rowKey, busy } = props
  if (!rows) return waiting && <CardsSkeleton />
  return (
    <>
      {props.sorting && <CardsSort columns={props.columns} sorting={props.sorting} />}
      <ul className={classes.cards} aria-label={label} aria-busy={busy} data-busy={busy || undefined}>
        {rows.map((row, place) => (
          <Fragment key={rowKey(row)}>
            <GroupHead>{groupHead(props.groups, rows, place)}</GroupHead>
            <Card row={row} shown={rows} of={props} />
          </Fragment>
        ))}
      </ul>
    </>
  )
}

const GroupHead = ({ children }: { children: ReactNode }) =>
  children && <li className={classes.group}>{children}</li>

/** A column with a header for its second line becomes two facts. */
function unstacked<Row>(column: Column<Row>): Column<Row>[] {
  const { secondLine, moreHeads = [], stacked, ...first } = column
  if (!stacked || !secondLine || moreHeads.length !== 1) return [column]
  return [first, { header: moreHeads[0]!.header, cell: (row) => secondLine(row) || '-' }]
}

interface CardProps<Row> {
  row: Row
  shown: readonly Row[]
  of: DataTableProps<Row>
}

function Card<Row>({ row, shown, of: props }: CardProps<Row>) {
  const { columns, muted, selection, preview } = props
  const title = columns.find((column) => column.title ?? column.cardTitle)
  const facts = columns.filter((column) => !column.action && column !== title).flatMap(unstacked)
  const actions = columns.filter(({ action }) => action)
  const key = String(props.rowKey(row))
  return (
    <li
      className={classes.card}
      {...props.rowProps?.(row)}
      data-row={key}
      data-quiet={muted?.(row) || undefined}
      data-ticked={selection?.has(row) || undefined}
    >
      {title && (
        <div className={classes.head}>
          <div>
            <h2 className={classes.title}>
              <FirstLine column={title} row={row} />
            </h2>
            {title.secondLine && <div className={classes.below}>{title.secondLine(row)}</div>}
          </div>
          {selection && (
            <RowCheckbox row={row} shown={shown} selection={selection} name={props.rowName?.(row) ?? key} />
          )}
        </div>
      )}
      <dl data-inline={title !== undefined || undefined}>
        {facts.map((column) => (
          <div key={column.header}>
            <dt>{column.cardHeader ?? column.header}</dt>
            <dd>
              <FirstLine column={column} row={row} />
              {column.secondLine && <div className={classes.below}>{column.secondLine(row)}</div>}
            </dd>
          </div>
        ))}
      </dl>
      {(actions.length > 0 || props.detail || preview) && (
        <div className={classes.actions}>
          {actions.map((column) => (
            <div key={column.header}>{column.cell(row)}</div>
          ))}
          {(props.detail || preview) && <RowButtons row={row} of={props} />}
        </div>
      )}
    </li>
  )
}

const CardsSkeleton = () => (
  <div className={classes.cards} role="status" aria-label="Loading" aria-busy="true">
    {[0, 1, 2].map((card) => (
      <div key={card} className={classes.card}>
        <Skeleton h={14} mb={8} w="60%" />
        <Skeleton h={14} mb={8} w="80%" />
        <Skeleton h={14} w="45%" />
      </div>
    ))}
  </div>
)

interface CardsSortProps<Row> {
  columns: readonly Column<Row>[]
  sorting: Sorting
}

/** Replaces the sorting headers of the table, which cards do not have. */
export function CardsSort<Row>({ columns, sorting: { by, dir, sort } }: CardsSortProps<Row>) {
  const heads = columns
    .flatMap((column) => [column, ...(column.moreHeads ?? [])])
    .flatMap(({ header, sort: key, descendingFirst }) =>
      key === undefined ? [] : [{ header, key, descendingFirst }],
    )
  if (heads.length === 0) return null
  const choose = (key: string) =>
    key === ''
      ? sort(undefined, 'asc')
      : sort(key, heads.find((head) => head.key === key)?.descendingFirst ? 'desc' : 'asc')
  return (
    <div className={classes.line}>
      <NativeSelect
        label="Sort by"
        classNames={{ root: classes.field!, wrapper: classes.select! }}
        value={by ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          { value: '', label: 'The list’s own order' },
          ...heads.map(({ header, key }) => ({ value: key, label: header })),
        ]}
      />
      {by !== undefined && (
        <ActionIcon
          size={36}
          variant="default"
          aria-label={dir === 'asc' ? 'Ascending, turn round' : 'Descending, turn round'}
          onClick={() => sort(by, dir === 'asc' ? 'desc' : 'asc')}
        >
          {dir === 'asc' ? (
            <IconSortAscending size={18} aria-hidden />
          ) : (
            <IconSortDescending size={18} aria-hidden />
          )}
        </ActionIcon>
      )}
    </div>
  )
}
