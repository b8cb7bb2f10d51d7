import { Group, Pagination, UnstyledButton } from '@mantine/core'
import classes from './pager.module.css'

const EDGES = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' }
const SIZES = [20, 100]

interface PagerProps {
  pages: number
  page: number
  goToPage: (page: number) => void
  /** The page size and how to change it, if it can be chosen. */
  size?: { perPage: number; total: number; choose: (perPage: number) => void }
}

/** Page numbers and page size; nothing if there is only one page. */
export const Pager = ({ pages, page, goToPage, size }: PagerProps) => {
  const sized = size !== undefined && size.total > SIZES[0]!
  if (pages === 1 && !sized) return null
  return (
    <Group justify="space-between" gap="sm">
      {pages > 1 ? (
        <Pagination
          component="nav"
          aria-label="Pages"
          total={pages}
          value={page}
          onChange={goToPage}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': EDGES[control] })}
          getItemProps={(number) => ({
            'aria-label': `Page ${number}`,
            'aria-current': number === page ? 'page' : undefined,
          })}
        />
      ) : (
        <span />
      )}
      {sized && (
        <fieldset className={classes.sizes}>
          <legend>Rows a page</legend>
          {SIZES.map((rows) => (
            <UnstyledButton
              key={rows}
              aria-label={`${rows} rows a page`}
              aria-pressed={rows === size.perPage}
              onClick={() => size.choose(rows)}
            >
              {rows}
            </UnstyledButton>
          ))}
        </fieldset>
      )}
    </Group>
  )
}
