import type { Highs, Model, ModelData } from 'highs'
import highsLoader from 'highs'
import type {
  IntegerProgram,
  IntegerSolver,
  LinearColumn,
  LinearProgram,
  RowLimits,
  Solver,
} from '#domain/linear_program.ts'

/** The smallest value that HiGHS accepts. */
const TOLERANCE = 1e-10

/** Linear programs solved by HiGHS, which continues from its last basis when columns are added. */
export async function openSolver(): Promise<Solver> {
  const highs = await highsLoader()
  return (limits) => {
    const rows = limits.map((upper) => ({ lower: -highs.infinity, upper }))
    const model = createModel(highs, rows, { dual_feasibility_tolerance: TOLERANCE, simplex_strategy: 4 })
    return { add: addTo(highs, model), solve: () => solve(highs, model) } satisfies LinearProgram
  }
}

/** The same with whole numbers, and rows that can be added. */
export async function openIntegerSolver(): Promise<IntegerSolver> {
  const highs = await highsLoader()
  return (rows) => createIntegerProgram(highs, rows)
}

function createIntegerProgram(highs: Highs, rows: readonly RowLimits[]): IntegerProgram {
  const model = createModel(highs, rows, { mip_rel_gap: 0, mip_abs_gap: 1e-6 })
  const { integer, continuous } = highs.constants.variableType
  const { optimal, solutionLimit } = highs.constants.modelStatus
  const select = (columns: readonly number[]) => ({ kind: 'set' as const, indices: columns })
  return {
    add: addTo(highs, model),
    solve: () => solve(highs, model),
    addRow(upper, columns) {
      model.addRow(-highs.infinity, upper, { indices: columns, values: columns.map(() => 1) })
    },
    limitColumns(columns, upper) {
      if (columns.length > 0)
        model.changeColsBounds(
          select(columns),
          columns.map(() => 0),
          upper,
        )
    },
    solveInteger(columns, nodes) {
      model.options.set({ mip_max_nodes: nodes })
      model.changeColsIntegrality(
        select(columns),
        columns.map(() => integer),
      )
      try {
        model.run()
        const status = model.getModelStatus()
        if (status !== optimal && status !== solutionLimit) return null
        return { values: model.getSolution().colValue, proven: status === optimal }
      } finally {
        model.changeColsIntegrality(
          select(columns),
          columns.map(() => continuous),
        )
      }
    },
    dispose: () => model.dispose(),
  }
}

function createModel(highs: Highs, rows: readonly RowLimits[], options: Record<string, number>): Model {
  const model = highs.createModel({
    numRows: rows.length,
    numCols: 0,
    colCost: [],
    colLower: [],
    colUpper: [],
    rowLower: rows.map(({ lower }) => Math.max(lower, -highs.infinity)),
    rowUpper: rows.map(({ upper }) => Math.min(upper, highs.infinity)),
    matrix: columnwise(rows.length, []),
  } satisfies ModelData)
  model.options.set({ output_flag: false, random_seed: 0, ...options })
  return model
}

const addTo = (highs: Highs, model: Model) => (columns: readonly LinearColumn[]) => {
  if (columns.length === 0) return
  model.addCols({
    cost: Float64Array.from(columns, ({ objective }) => -objective),
    lower: new Float64Array(columns.length),
    upper: Float64Array.from(columns, ({ upper }) => upper ?? highs.infinity),
    matrix: columnwise(model.getDimensions().numRows, columns),
  })
}

function solve(highs: Highs, model: Model) {
  model.run()
  if (model.getModelStatus() !== highs.constants.modelStatus.optimal)
    throw new Error('A suggestion has no best solution.')
  const { colValue, rowDual } = model.getSolution()
  // HiGHS minimises; the objective is negated.
  return { values: colValue, prices: rowDual.map((price) => -price) }
}

function columnwise(numRows: number, columns: readonly LinearColumn[]) {
  const starts = new Int32Array(columns.length + 1)
  for (const [i, { rows }] of columns.entries()) starts[i + 1] = starts[i]! + rows.length
  return {
    format: 'csc' as const,
    numRows,
    numCols: columns.length,
    starts,
    indices: Int32Array.from(columns.flatMap(({ rows }) => rows)),
    values: Float64Array.from(columns.flatMap(({ coefficients }) => coefficients)),
  }
}
