import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { pressed, type Sorting } from '#web/lib/lists/list_state.ts'
import { Hint } from './hint.tsx'
import classes from './table_head.module.css'
import type { Column, Head } from './table_props.ts'

interface HeadCellProps<Row> {
  column: Column<Row>
  sorting: Sorting | undefined
  className: string
}

/** The head of a column, with those that are joined to it; a button where it sorts. */
export function HeadCell<Row>({ column, sorting, className }: HeadCellProps<Row>) {
  const { header, hint, action, also = [], stacks, width, align } = column
  const sorts = sorting?.by !== undefined && [column, ...also].some(({ sort }) => sort === sorting.by)
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
      {also.map((head, place) => (
        <span key={head.header} className={classes.also} data-stacks={stacks}>
          {place > 0 && !stacks && ', '}
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

function HeadText({ head: { header, sort, falls }, hint, sorting }: HeadTextProps) {
  const sorts = sort !== undefined && sorting !== undefined
  const text = sorts ? (
    <SortButton by={sort} first={falls ? 'desc' : 'asc'} sorting={sorting} header={header} />
  ) : (
    header
  )
  if (!hint) return text
  return (
    <Hint says={hint} stops={!sorts}>
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
      onClick={() => pressed(sorting, by, first)}
    >
      {header}
      <Arrow size={12} stroke={2.2} aria-hidden />
    </button>
  )
}
