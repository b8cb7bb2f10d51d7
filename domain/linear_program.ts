/** A column of a linear program: its objective, from 0 to `upper` (default: no limit), and its coefficients in some rows. */
export interface LinearColumn {
  objective: number
  upper?: number
  rows: readonly number[]
  coefficients: readonly number[]
}

/** The optimal value of each column, and the dual price of each row. */
export interface LinearSolution {
  values: Float64Array
  prices: Float64Array
}

/** A linear program to maximise. Columns can be added; it continues from its last solution. */
export interface LinearProgram {
  add(columns: readonly LinearColumn[]): void
  solve(): LinearSolution
}

/** Makes a linear program with an upper limit for each row. */
export type Solver = (limits: readonly number[]) => LinearProgram

/** A whole-number program to maximise, whose rows and columns can be added to. */
export interface IntegerProgram extends LinearProgram {
  /** Adds a row: the sum of these columns is at most `upper`. */
  addRow(upper: number, columns: readonly number[]): void
  /** Sets the upper limits of columns. */
  limitColumns(columns: readonly number[], upper: readonly number[]): void
  /**
   * Solves with whole numbers in these columns. `proven`: no better solution exists; otherwise it stopped after `nodes`
   * nodes of branch and bound.
   */
  solveInteger(columns: readonly number[], nodes: number): { values: Float64Array; proven: boolean } | null
  /** Frees its memory. */
  dispose(): void
}

/** The limits of a row: equal for an equation. */
export interface RowLimits {
  lower: number
  upper: number
}
export type IntegerSolver = (rows: readonly RowLimits[]) => IntegerProgram
