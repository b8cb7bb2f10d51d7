/** The lower factor of a symmetric, positive definite matrix of which the lower half is given. */
export function cholesky(matrix: Float64Array[]): Float64Array[] {
  const factor = matrix.map((row) => new Float64Array(row.length))
  for (let i = 0; i < matrix.length; i += 1) {
    const row = factor[i]!
    for (let j = 0; j <= i; j += 1) {
      const above = factor[j]!
      let sum = matrix[i]![j]!
      for (let k = 0; k < j; k += 1) sum -= row[k]! * above[k]!
      row[j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / above[j]!
    }
  }
  return factor
}

/** Solves `factor` · x = `right`. */
export function forward(factor: Float64Array[], right: Float64Array): Float64Array {
  const solved = new Float64Array(right.length)
  for (let i = 0; i < right.length; i += 1) {
    const row = factor[i]!
    let sum = right[i]!
    for (let k = 0; k < i; k += 1) sum -= row[k]! * solved[k]!
    solved[i] = sum / row[i]!
  }
  return solved
}

/** Solves the transpose of `factor` · x = `right`. */
export function backward(factor: Float64Array[], right: Float64Array): Float64Array {
  const solved = new Float64Array(right.length)
  for (let i = right.length - 1; i >= 0; i -= 1) {
    let sum = right[i]!
    for (let k = i + 1; k < right.length; k += 1) sum -= factor[k]![i]! * solved[k]!
    solved[i] = sum / factor[i]![i]!
  }
  return solved
}
