// biome-ignore-all lint/a11y/useSemanticElements: a table can not be windowed; these are the roles of a grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and points at its active cell
import type { ComponentProps, ReactNode } from 'react'
import { BLOCK_COLUMNS } from './blocks.ts'
import classes from './grid.module.css'
import { Head } from './heads.tsx'

interface HeadRowProps {
  chunks: readonly number[]
  edges: Float64Array
  head: Omit<ComponentProps<typeof Head>, 'of' | 'place'>
  /** The column of the cell in hand. */
  active: number
  /** What stands in the corner above the row heads. */
  corner: ReactNode
}

/** The row of column heads, which stays in sight, with the corner above the row heads. */
export const HeadRow = ({ chunks, edges, head, active, corner }: HeadRowProps) => (
  <div role="row" aria-rowindex={1} className={classes.headRow}>
    <div role="columnheader" aria-colindex={1} className={classes.corner}>
      {corner}
    </div>
    {chunks.map((from) => (
      <div
        key={from}
        role="presentation"
        className={classes.chunk}
        style={{ left: head.measures.rowHead + edges[from]! }}
      >
        {Array.from({ length: Math.min(BLOCK_COLUMNS, head.axes.across - from) }, (_, n) => {
          const j = from + n
          return (
            <div
              key={j}
              role="columnheader"
              aria-colindex={j + 2}
              className={j === active ? `${classes.columnHead} ${classes.under}` : classes.columnHead}
              style={{ width: edges[j + 1]! - edges[j]! }}
            >
              <Head {...head} of="column" place={j} />
            </div>
          )
        })}
      </div>
    ))}
  </div>
)
