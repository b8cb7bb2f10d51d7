import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import type { Place } from './change.ts'
import type { GridModel } from './model.ts'

/** Which way round a grid is shown: `i` counts down the screen, `j` across. */
export interface Axes {
  transposed: boolean
  down: number
  across: number
  /** The columns of the model that are to be seen. */
  shown: readonly number[]
  /** The place in the model of a place on the screen, and back. */
  place(i: number, j: number): Place
  where(place: Place): { i: number; j: number }
}

/** The axes of a model of which `shown` columns are to be seen. */
export function axesOf(model: GridModel, shown: readonly number[], transposed: boolean): Axes {
  const rows = model.rows.length
  return transposed
    ? {
        transposed,
        shown,
        down: shown.length,
        across: rows,
        place: (i, j) => ({ row: j, column: shown[i]! }),
        where: ({ row, column }) => ({ i: shown.indexOf(column), j: row }),
      }
    : {
        transposed,
        shown,
        down: rows,
        across: shown.length,
        place: (i, j) => ({ row: i, column: shown[j]! }),
        where: ({ row, column }) => ({ i: row, j: shown.indexOf(column) }),
      }
}

/** A place that is to be seen: `place` as far as its row and column are, else the first of them; as it is where nothing is. */
export function seen(axes: Axes, place: Place): Place {
  const { i, j } = axes.where(place)
  const there = (i >= 0 && j >= 0) || axes.down === 0 || axes.across === 0
  return there ? place : axes.place(Math.max(0, i), Math.max(0, j))
}

/** What the head of a row or a column stands for. */
export type Subject = { proposal: GridProposal; row: number } | { sample: GridSample; column: number }

/** What the head of the row `i` of the screen stands for, and the head of the column `j`. */
export const rowSubject = (model: GridModel, axes: Axes, i: number): Subject =>
  axes.transposed ? ofSample(model, axes.place(i, 0).column) : ofProposal(model, axes.place(i, 0).row)
export const columnSubject = (model: GridModel, axes: Axes, j: number): Subject =>
  axes.transposed ? ofProposal(model, axes.place(0, j).row) : ofSample(model, axes.place(0, j).column)

/** The subject that a row of the model stands for, and that a column does. */
export const ofProposal = (model: GridModel, row: number) => ({ proposal: model.rows[row]!, row })
export const ofSample = (model: GridModel, column: number) => ({ sample: model.columns[column]!, column })
