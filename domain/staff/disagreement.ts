/** How far apart values count as a disagreement: all of them, or one from all others. */
export interface Tolerance {
  range: number
  /** Only asked of three and more values: of two it is the range. */
  outlier: number
}

/** Of totals of reports, 2 to 10. */
export const REPORTS_DISAGREE: Tolerance = { range: 3, outlier: 2 }
/** Of grades of panel members, 0 to 5. */
export const GRADES_DISAGREE: Tolerance = { range: 1.5, outlier: 1 }

const MIN_FOR_OUTLIER = 3
/** Grades have two decimals, which binary fractions are not exactly. */
const difference = (a: number, b: number) => Math.round((a - b) * 100) / 100

/** Whether values, in any order, disagree. Only the lowest and the highest can lie apart within the range. */
export function disagree(values: readonly number[], { range, outlier }: Tolerance): boolean {
  if (values.length < 2) return false
  const sorted = values.toSorted((a, b) => a - b)
  const [lowest, second] = [sorted[0]!, sorted[1]!]
  const [highest, beforeLast] = [sorted.at(-1)!, sorted.at(-2)!]
  if (difference(highest, lowest) >= range) return true
  return (
    values.length >= MIN_FOR_OUTLIER &&
    (difference(second, lowest) >= outlier || difference(highest, beforeLast) >= outlier)
  )
}
