import { labelOf } from '#domain/masters/values.ts'
import { type ReportStatus, reportStatus } from '#domain/reports/status.ts'
import { type Progress, progress } from '#domain/staff/progress.ts'
import { bandOf, scoreBand } from '#domain/staff/score_band.ts'
import { figure } from '#web/lib/format.ts'
import { StatusChip } from '../status_chip.tsx'

/** The status of a report. */
export const ReportChip = ({ status }: { status: ReportStatus }) => (
  <StatusChip colour={reportStatus.colour(status)}>{reportStatus.label(status)}</StatusChip>
)

/** How far a proposal has come. */
export const ProgressChip = ({ progress: at }: { progress: Progress | null }) =>
  at === null ? '-' : <StatusChip colour={progress.colour(at)}>{progress.label(at)}</StatusChip>

/** A global score with its band; '-' without one. */
export function GlobalScore({ score }: { score: number | null }) {
  const band = bandOf(score)
  if (band === null) return '-'
  return (
    <>
      <StatusChip colour={scoreBand.colour(band)}>{scoreBand.label(band)}</StatusChip> {figure(score, 2)}
    </>
  )
}

/** A reviewer's score with its label: '4 Very Good'; '-' without one. */
export const scoreText = (score: number | null) =>
  score === null ? '-' : `${score} ${labelOf('score_list', score)}`
