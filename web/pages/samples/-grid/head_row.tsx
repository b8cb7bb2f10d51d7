// biome-ignore-all lint/a11y/useSemanticElements: a table can not be windowed; these are the roles of a grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and points at its active cell
import type { ComponentProps } from 'react'
import classes from './grid.module.css'
import { Head } from './heads.tsx'
import { BLOCK_COLUMNS } from './measures.ts'

interface HeadRowProps {
  chunks: readonly number[]
  head: Omit<ComponentProps<typeof Head>, 'of' | 'place'>
}

/** The row of column heads, which stays in sight, with the corner above the row heads. */
export const HeadRow = ({ chunks, head }: HeadRowProps) => (
  <div role="row" aria-rowindex={1} className={classes.headRow}>
    <div role="columnheader" aria-colindex={1} className={classes.corner}>
      {head.axes.transposed ? 'Samples by proposals' : 'Proposals by samples'}
    </div>
    {chunks.map((from) => (
      <div
        key={from}
        role="presentation"
        className={classes.chunk}
        style={{ left: head.measures.rowHead + from * head.measures.cellWidth }}
      >
        {Array.from({ length: Math.min(BLOCK_COLUMNS, head.axes.across - from) }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <div key={from + n} role="columnheader" aria-colindex={from + n + 2} className={classes.columnHead}>
            <Head {...head} of="column" place={from + n} />
          </div>
        ))}
      </div>
    ))}
  </div>
)
