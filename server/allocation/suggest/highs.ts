import type { Highs, ModelData } from 'highs'
import highsLoader from 'highs'
import type { LinearColumn, LinearProgram, Solver } from '#domain/allocation/suggest/benefit_allocation.ts'

/** The tightest that the solver takes. */
const TOLERANCE = 1e-10

/** Linear programmes solved by HiGHS; each goes on from where it was when columns join it. */
export async function openSolver(): Promise<Solver> {
  const highs = await highsLoader()
  return (limits) => programme(highs, limits)
}

function programme(highs: Highs, limits: readonly number[]): LinearProgram {
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
    add(ways) {
      if (ways.length === 0) return
      const all = (value: number) => new Float64Array(ways.length).fill(value)
      model.addCols({
        cost: Float64Array.from(ways, ({ brings }) => -brings),
        lower: all(0),
        upper: all(highs.infinity),
        matrix: columnwise(numRows, ways),
      })
    },
    solve() {
      model.run()
      if (model.getModelStatus() !== highs.constants.modelStatus.optimal)
        throw new Error('A suggestion has no best solution.')
      const { colValue, rowDual } = model.getSolution()
      // What is maximised is given as the least of its negative.
      return { takes: colValue, prices: rowDual.map((price) => -price) }
    },
  }
}

const columnwise = (numRows: number, ways: readonly LinearColumn[]) => ({
  format: 'csc' as const,
  numRows,
  numCols: ways.length,
  starts: Int32Array.from({ length: ways.length + 1 }, (_, i) => 2 * i),
  indices: Int32Array.from(ways.flatMap(({ rows }) => rows)),
  values: Float64Array.from(ways.flatMap(({ uses }) => uses)),
})
