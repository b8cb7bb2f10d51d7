import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import type { Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'

/** The rows and the columns of a model that are to be seen, each in the order in which they stand. */
export interface Shown {
  rows: readonly number[]
  columns: readonly number[]
}

/** Which way round a grid is shown: `i` counts down the screen, `j` across. */
export interface Axes extends Shown {
  transposed: boolean
  down: number
  across: number
  /** The place in the model of a place on the screen, and back; -1 where a row or a column is not shown. */
  place(i: number, j: number): Place
  where(place: Place): { i: number; j: number }
}

/** The axes of a model of which these rows and columns are to be seen, in this order. */
export function axesOf(model: GridModel, { rows, columns }: Shown, transposed: boolean): Axes {
  const rowAt = placesOf(rows, model.rows.length)
  const columnAt = placesOf(columns, model.columns.length)
  const seen = { rows, columns, transposed }
  return transposed
    ? {
        ...seen,
        down: columns.length,
        across: rows.length,
        place: (i, j) => ({ row: rows[j]!, column: columns[i]! }),
        where: ({ row, column }) => ({ i: columnAt[column] ?? -1, j: rowAt[row] ?? -1 }),
      }
    : {
        ...seen,
        down: rows.length,
        across: columns.length,
        place: (i, j) => ({ row: rows[i]!, column: columns[j]! }),
        where: ({ row, column }) => ({ i: rowAt[row] ?? -1, j: columnAt[column] ?? -1 }),
      }
}

/** A place that is to be seen: `chosen` as far as its row and column are, else the first of them; as it is where nothing is. */
export function seen(axes: Axes, chosen: Place | null): Place {
  const { i, j } = chosen === null ? { i: 0, j: 0 } : axes.where(chosen)
  if (axes.down === 0 || axes.across === 0) return chosen ?? { row: 0, column: 0 }
  return chosen !== null && i >= 0 && j >= 0 ? chosen : axes.place(Math.max(0, i), Math.max(0, j))
}

/** Where each of `size` things stands in a list of some of them; -1 for those that are not in it. */
function placesOf(listed: readonly number[], size: number): Int32Array {
  const places = new Int32Array(size).fill(-1)
  for (const [place, one] of listed.entries()) places[one] = place
  return places
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
