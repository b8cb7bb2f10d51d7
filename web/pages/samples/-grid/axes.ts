import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import type { GridModel } from './model.ts'

/** A place in the model. */
export interface Place {
  row: number
  column: number
}

/** Which way round a grid is shown: `i` counts down the screen, `j` across. */
export interface Axes {
  transposed: boolean
  down: number
  across: number
  /** The place in the model of a place on the screen, and back. */
  place(i: number, j: number): Place
  where(place: Place): { i: number; j: number }
}

export function axesOf(model: GridModel, transposed: boolean): Axes {
  const { length: rows } = model.rows
  const { length: columns } = model.columns
  return transposed
    ? {
        transposed,
        down: columns,
        across: rows,
        place: (i, j) => ({ row: j, column: i }),
        where: ({ row, column }) => ({ i: column, j: row }),
      }
    : {
        transposed,
        down: rows,
        across: columns,
        place: (i, j) => ({ row: i, column: j }),
        where: ({ row, column }) => ({ i: row, j: column }),
      }
}

/** What the head of a row or a column stands for. */
export type Subject = { proposal: GridProposal; row: number } | { sample: GridSample; column: number }

export const subjectOf = (model: GridModel, kind: 'proposal' | 'sample', index: number): Subject =>
  kind === 'proposal'
    ? { proposal: model.rows[index]!, row: index }
    : { sample: model.columns[index]!, column: index }
