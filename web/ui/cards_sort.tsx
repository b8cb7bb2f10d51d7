import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import type { Sorting } from '#web/lib/lists/list_state.ts'
import classes from './cards_sort.module.css'
import type { Column } from './table_props.ts'

interface CardsSortProps<Row> {
  columns: readonly Column<Row>[]
  sorting: Sorting
}

/** What the heads of a table do, where cards have none: by what the list is sorted, and which way. */
export function CardsSort<Row>({ columns, sorting: { by, dir, sort } }: CardsSortProps<Row>) {
  const heads = columns
    .flatMap((column) => [column, ...(column.also ?? [])])
    .flatMap(({ header, sort: key, falls }) => (key === undefined ? [] : [{ header, key, falls }]))
  if (heads.length === 0) return null
  const choose = (key: string) =>
    key === ''
      ? sort(undefined, 'asc')
      : sort(key, heads.find((head) => head.key === key)?.falls ? 'desc' : 'asc')
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
