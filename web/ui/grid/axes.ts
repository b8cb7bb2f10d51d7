/** A place in the model of a grid, whatever the order in which it is shown. */
export interface Place {
  row: number
  column: number
}

/** Indices of rows and columns of a model, in the order in which they are shown. */
export interface RowsAndColumns {
  rows: readonly number[]
  columns: readonly number[]
}

/** Maps places of the model to positions on the screen: `i` counts down the screen, `j` across. */
export interface Axes extends RowsAndColumns {
  transposed: boolean
  rowCount: number
  columnCount: number
  /** The model's place at a position on the screen, and back; -1 if the row or the column is not shown. */
  placeAt(i: number, j: number): Place
  positionOf(place: Place): { i: number; j: number }
}

/** The axes of a model that shows these rows and columns in this order. */
export function axesOf(
  model: { rows: readonly unknown[]; columns: readonly unknown[] },
  { rows, columns }: RowsAndColumns,
  transposed: boolean,
): Axes {
  const rowAt = indexInList(rows, model.rows.length)
  const columnAt = indexInList(columns, model.columns.length)
  const seen = { rows, columns, transposed }
  return transposed
    ? {
        ...seen,
        rowCount: columns.length,
        columnCount: rows.length,
        placeAt: (i, j) => ({ row: rows[j]!, column: columns[i]! }),
        positionOf: ({ row, column }) => ({ i: columnAt[column] ?? -1, j: rowAt[row] ?? -1 }),
      }
    : {
        ...seen,
        rowCount: rows.length,
        columnCount: columns.length,
        placeAt: (i, j) => ({ row: rows[i]!, column: columns[j]! }),
        positionOf: ({ row, column }) => ({ i: rowAt[row] ?? -1, j: columnAt[column] ?? -1 }),
      }
}

/** The chosen place as far as it is shown, else the first place; unchanged if nothing is shown. */
export function visiblePlace(axes: Axes, chosen: Place | null): Place {
  const { i, j } = chosen === null ? { i: 0, j: 0 } : axes.positionOf(chosen)
  if (axes.rowCount === 0 || axes.columnCount === 0) return chosen ?? { row: 0, column: 0 }
  return chosen !== null && i >= 0 && j >= 0 ? chosen : axes.placeAt(Math.max(0, i), Math.max(0, j))
}

/** For each index below `size` its position in the list, or -1. */
function indexInList(listed: readonly number[], size: number): Int32Array {
  const places = new Int32Array(size).fill(-1)
  for (const [place, one] of listed.entries()) places[one] = place
  return places
}
