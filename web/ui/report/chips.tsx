import { progressColour, reportColour, scoreColour } from '#domain/colours.ts'
import { labelOf } from '#domain/masters/values.ts'
import { bandOf } from '#domain/staff/rules.ts'
import { figure } from '#web/lib/format.ts'
import { StatusChip } from '../status_chip.tsx'

/** The status of a report. */
export const ReportChip = ({ status }: { status: number }) => (
  <StatusChip colour={reportColour(status)}>{labelOf('report_status', status)}</StatusChip>
)

/** How far a proposal has come. */
export const ProgressChip = ({ progress }: { progress: number | null }) =>
  progress === null ? (
    '-'
  ) : (
    <StatusChip colour={progressColour(progress)}>{labelOf('proposal_progress_list', progress)}</StatusChip>
  )

/** A global score with its band; '-' without one. */
export const GlobalScore = ({ score }: { score: number | null }) =>
  score === null ? (
    '-'
  ) : (
    <>
      <StatusChip colour={scoreColour(score)}>{labelOf('global_score_list', bandOf(score))}</StatusChip>{' '}
      {figure(score, 2)}
    </>
  )

/** A reviewer's score with its label: '4 Very Good'; '-' without one. */
export const scoreText = (score: number | null) =>
  score === null ? '-' : `${score} ${labelOf('score_list', score)}`
