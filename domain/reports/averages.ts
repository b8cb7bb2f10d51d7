import { isHandedIn, type ReportStatus } from './status.ts'

interface ScoredReport {
  status: ReportStatus
  rank: number | null
  science_score: number | null
  technical_score: number | null
}

/** An average rounded half up to two decimals: exactly, of fewer than 40 whole numbers. */
export const roundAverage = (average: number | null) => average && Math.round(average * 100) / 100

function average(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null)
  if (numbers.length === 0) return null
  return roundAverage(numbers.reduce((sum, value) => sum + value, 0) / numbers.length)
}

/** Science plus technical score; null when one is missing. */
const total = ({ science_score, technical_score }: ScoredReport) =>
  science_score === null || technical_score === null ? null : science_score + technical_score

/** The totals of the submitted reports, in ascending order. */
export const totalsOf = (reports: readonly ScoredReport[]) =>
  reports
    .filter(({ status }) => isHandedIn(status))
    .map(total)
    .filter((sum) => sum !== null)
    .sort((a, b) => a - b)

/** How far the totals of the submitted reports lie apart: their standard deviation, of two or more; else null. */
export function spreadOf(totals: readonly number[]): number | null {
  if (totals.length < 2) return null
  const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length
  return Math.sqrt(totals.reduce((sum, total) => sum + (total - mean) ** 2, 0) / totals.length)
}

/** The averages over a proposal's submitted reports; null without any. The total is science plus technical. */
export function averagesOf(reports: readonly ScoredReport[]) {
  const counted = reports.filter(({ status }) => isHandedIn(status))
  return {
    science_score_average: average(counted.map((report) => report.science_score)),
    technical_score_average: average(counted.map((report) => report.technical_score)),
    total_score_average: average(counted.map(total)),
    rank_average: average(counted.map((report) => report.rank)),
  }
}
