import type { LateReport } from '#domain/reports/contract.ts'
import {
  REPORT_ACCEPTED,
  REPORT_DECLINED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
  REPORT_SUBMITTED,
} from '#domain/reports/status.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { ProgressStrip, StripFigure, type StripPart } from '#web/ui/lists/progress_strip.tsx'
import { Due } from '#web/ui/report/report_status.tsx'

interface ProgressProps {
  /** The number of reports by status. */
  counts: Record<string, number>
  term_id: number
  /** The reports that are still expected; others are closed, as those of a scored proposal. All are due on the same day. */
  open: readonly LateReport[]
}

/** A term's reports by status, as numbers and as a bar. */
export function Progress({ counts, term_id, open }: ProgressProps) {
  const due = open[0]
  const at = (status: number) => counts[status] ?? 0
  const openAt = (status: number) => open.filter((report) => report.status === status).length
  const closed = [REPORT_ACCEPTED, REPORT_REQUESTED].reduce(
    (sum, status) => sum + at(status) - openAt(status),
    0,
  )
  const late = due !== undefined && due.days_late > 0
  const counted: StripPart[] = [
    { label: 'Submitted', count: at(REPORT_SUBMITTED), kind: 'done' },
    {
      label: late ? 'Accepted, late' : 'Accepted',
      count: openAt(REPORT_ACCEPTED),
      kind: late ? 'trouble' : 'open',
    },
    { label: 'Requested, no answer', count: openAt(REPORT_REQUESTED), kind: 'asked' },
    { label: 'Not Requested', count: at(REPORT_NOT_REQUESTED), kind: 'waiting' },
    { label: 'Closed', count: closed, kind: 'idle' },
    { label: 'Declined', count: at(REPORT_DECLINED), kind: 'idle' },
  ]
  const parts = counted.filter(({ count, kind }) => count > 0 || kind === 'done')
  const all = parts.reduce((sum, { count, kind }) => sum + (kind === 'idle' ? 0 : count), 0)
  return (
    <ProgressStrip label={`Reports of ${termLabel(term_id)}`} parts={parts}>
      <StripFigure>{at(REPORT_SUBMITTED)}</StripFigure> of {all} reports submitted
      {due && (
        <div>
          <Due at={due.due_at} />
        </div>
      )}
    </ProgressStrip>
  )
}
