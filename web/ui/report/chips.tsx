import { labelOf } from '#domain/masters/values.ts'
import { type ReportStatus, reportStatus } from '#domain/reports/status.ts'
import { type Progress, progress } from '#domain/staff/status.ts'
import { StatusChip } from '../text/chips.tsx'

/** The status of a report. */
export const ReportChip = ({ status }: { status: ReportStatus }) => (
  <StatusChip colour={reportStatus.colour(status)}>{reportStatus.label(status)}</StatusChip>
)

/** How far a proposal has come. */
export const ProgressChip = ({ progress: at, quiet }: { progress: Progress | null; quiet?: boolean }) =>
  at === null ? (
    '-'
  ) : (
    <StatusChip colour={progress.colour(at)} quiet={quiet}>
      {progress.label(at)}
    </StatusChip>
  )

/** A reviewer's score with its label: '4 Very Good'; '-' without one. */
export const scoreText = (score: number | null) =>
  score === null ? '-' : `${score} ${labelOf('score_list', score)}`
