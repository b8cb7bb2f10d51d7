import type { LateReport } from '#domain/reports/contract.ts'
import {
  REPORT_ACCEPTED,
  REPORT_DECLINED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
  REPORT_SUBMITTED,
} from '#domain/reports/status.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { Due } from '#web/ui/report/report_status.tsx'
import classes from './progress.module.css'

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
  const parts = [
    { label: 'Submitted', count: at(REPORT_SUBMITTED), kind: 'submitted' },
    {
      label: late ? 'Accepted, late' : 'Accepted',
      count: openAt(REPORT_ACCEPTED),
      kind: late ? 'late' : 'accepted',
    },
    { label: 'Requested, no answer', count: openAt(REPORT_REQUESTED), kind: 'requested' },
    { label: 'Not Requested', count: at(REPORT_NOT_REQUESTED), kind: 'waiting' },
    { label: 'Closed', count: closed, kind: 'closed' },
    { label: 'Declined', count: at(REPORT_DECLINED), kind: 'declined' },
  ].filter(({ count, kind }) => count > 0 || kind === 'submitted')
  const all = parts.reduce(
    (sum, { count, kind }) => sum + (kind === 'declined' || kind === 'closed' ? 0 : count),
    0,
  )
  return (
    <section className={classes.strip} aria-label={`Reports of ${termLabel(term_id)}`}>
      <div>
        <b className={classes.figure}>{at(REPORT_SUBMITTED)}</b> of {all} reports submitted
        {due && (
          <div>
            <Due at={due.due_at} />
          </div>
        )}
      </div>
      <div>
        <div className={classes.bar} aria-hidden>
          {parts.map(({ kind, count }) => (
            <i key={kind} data-kind={kind} style={{ flexGrow: count }} />
          ))}
        </div>
        <ul className={classes.key}>
          {parts.map(({ kind, label, count }) => (
            <li key={kind}>
              <i data-kind={kind} aria-hidden />
              {label} <b>{count}</b>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
