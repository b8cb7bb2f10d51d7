import { Pagination } from '@mantine/core'

const EDGES = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' }

/** Numbered pages; nothing where there is only one. */
export const Pager = ({
  pages,
  page,
  turn,
}: {
  pages: number
  page: number
  turn: (page: number) => void
}) =>
  pages > 1 ? (
    <Pagination
      component="nav"
      aria-label="Pages"
      total={pages}
      value={page}
      onChange={turn}
      size="sm"
      getControlProps={(control) => ({ 'aria-label': EDGES[control] })}
      getItemProps={(number) => ({
        'aria-label': `Page ${number}`,
        'aria-current': number === page ? 'page' : undefined,
      })}
    />
  ) : null
