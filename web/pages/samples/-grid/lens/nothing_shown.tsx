import type { RefObject } from 'react'
import type { Grid } from '#domain/allocation/grid.ts'
import type { FilterValues } from '#web/lib/lists/filters.ts'
import { NoMatch } from '#web/ui/lists/filter_text.tsx'
import { filtersOf } from './filters.ts'
import { PROPOSALS } from './proposals.ts'
import { SAMPLES } from './samples.ts'
import type { Narrowing } from './search.ts'
import type { Lens } from './use_lens.ts'

interface NothingShownProps {
  grid: Grid
  lens: Lens
  find: RefObject<HTMLInputElement | null>
}

/** In place of a grid of which the filters leave no row or no column: what they are, and the button that widens one. */
export function NothingShown({ grid, lens, find }: NothingShownProps) {
  const noProposal = lens.shown.rows.length === 0
  const acting = Object.keys(noProposal ? PROPOSALS : SAMPLES)
  return (
    <NoMatch
      noun={noProposal ? 'proposal' : 'sample'}
      filters={filtersOf(grid, '').filter(({ names }) => acting.includes(names[0]!))}
      values={lens.narrowing as unknown as FilterValues}
      search={(values) => {
        find.current?.focus()
        lens.set(values as unknown as Narrowing)
      }}
    >
      {null}
    </NoMatch>
  )
}
