import type { ReportDetail } from '#domain/reports/contract.ts'

const asChoice = (score: number | null) => (score === null ? '' : String(score))

/** What the form of a report holds. */
export const valuesOf = (report: ReportDetail) => ({
  science_score: asChoice(report.science_score),
  technical_score: asChoice(report.technical_score),
  science_comment_strength: report.science_comment_strength,
  science_comment_weakness: report.science_comment_weakness,
  technical_comment_strength: report.technical_comment_strength,
  technical_comment_weakness: report.technical_comment_weakness,
  version: report.version,
})
export type ReviewValues = ReturnType<typeof valuesOf>
