import type { Highs, ModelData } from 'highs'
import highsLoader from 'highs'
import type { LinearColumn, LinearProgram, Solver } from '#domain/allocation/suggest/benefit_allocation.ts'

/** The smallest value that HiGHS accepts. */
const TOLERANCE = 1e-10

/** Linear programs solved by HiGHS, which continues from its last basis when columns are added. */
export async function openSolver(): Promise<Solver> {
  const highs = await highsLoader()
  return (limits) => createProgram(highs, limits)
}

function createProgram(highs: Highs, limits: readonly number[]): LinearProgram {
  const numRows = limits.length
  const model = highs.createModel({
    numRows,
    numCols: 0,
    colCost: [],
    colLower: [],
    colUpper: [],
    rowLower: limits.map(() => -highs.infinity),
    rowUpper: limits,
    matrix: columnwise(numRows, []),
  } satisfies ModelData)
  model.options.set({
    output_flag: false,
    dual_feasibility_tolerance: TOLERANCE,
    random_seed: 0,
    simplex_strategy: 4,
  })
  return {
    add(columns) {
      if (columns.length === 0) return
      const all = (value: number) => new Float64Array(columns.length).fill(value)
      model.addCols({
        cost: Float64Array.from(columns, ({ objective }) => -objective),
        lower: all(0),
        upper: all(highs.infinity),
        matrix: columnwise(numRows, columns),
      })
    },
    solve() {
      model.run()
      if (model.getModelStatus() !== highs.constants.modelStatus.optimal)
        throw new Error('A suggestion has no best solution.')
      const { colValue, rowDual } = model.getSolution()
      // HiGHS minimises; the objective is negated.
      return { values: colValue, prices: rowDual.map((price) => -price) }
    },
  }
}

const columnwise = (numRows: number, columns: readonly LinearColumn[]) => ({
  format: 'csc' as const,
  numRows,
  numCols: columns.length,
  starts: Int32Array.from({ length: columns.length + 1 }, (_, i) => 2 * i),
  indices: Int32Array.from(columns.flatMap(({ rows }) => rows)),
  values: Float64Array.from(columns.flatMap(({ coefficients }) => coefficients)),
})
