import { groupBy } from '#domain/group_by.ts'
import { labelOf } from '#domain/masters/values.ts'
import { type Decline, declineText } from '#domain/reports/declining.ts'
import { daysLeft, dueText, isOpen, punctuality, submittedText } from '#domain/reports/due.ts'
import { CLOSED, isClosed, type ReportFacts, reportStatusShown } from '#domain/reports/rules.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { type Progress, progress } from '#domain/staff/status.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { StatusChip } from '../text/chips.tsx'
import classes from './report_status.module.css'

/** The status of a report, and whether it is closed. */
export function ReportChip({ of: report }: { of: Pick<ReportFacts, 'status' | 'closed'> }) {
  const { label, colour } = reportStatusShown(report)
  return <StatusChip colour={colour}>{label}</StatusChip>
}

/** The progress of a proposal. */
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

/** When a report is due, with the days left; red once it is late. */
export const Due = ({ at, now = new Date() }: { at: string; now?: Date }) => (
  <span className={classes.due} data-late={daysLeft(at, now) < 0 || undefined}>
    {dueText(at, now)}
  </span>
)

interface ReportDueProps {
  of: Parameters<typeof isOpen>[0] & { submitted_at: string | null }
  due: string
  now?: Date
}

/** The time at which a report was submitted, and whether on time; '-' before. */
export const SubmitTime = ({ at, due }: { at: string | null; due: string }) =>
  at === null ? (
    '-'
  ) : (
    <span title={`Times are in ${zoneName()}.`}>{`${time(at)}, ${punctuality(at, due)}`}</span>
  )

/** When a submitted report was submitted and whether on time, or when an open one is due; nothing for all others. */
export function ReportDue({ of: report, due, now }: ReportDueProps) {
  const { submitted_at } = report
  if (submitted_at !== null) return <span className={classes.due}>{submittedText(submitted_at, due)}</span>
  return isOpen(report) && <Due at={due} {...(now && { now })} />
}

/** The same for its reviewer, who reads when nothing is expected of them. */
export const OwnReportDue = (props: ReportDueProps) =>
  isClosed(props.of) && reportStatus.of(props.of.status).reminder !== null ? (
    <span className={classes.closed}>{CLOSED}</span>
  ) : (
    <ReportDue {...props} />
  )

/** Why the reviewer declined, for staff; nothing where they gave no reason. */
export function DeclineReason({ of }: { of: Decline }) {
  const text = declineText(of)
  return text !== null && <p className={classes.decline}>{text}</p>
}

/** The number of reports by status: 'Submitted 6', 'Accepted 2', 'Accepted, closed 1'. */
export function ReportCounts({ of: reports }: { of: readonly Pick<ReportFacts, 'status' | 'closed'>[] }) {
  if (reports.length === 0) return '-'
  const sorted = [...reports].sort((a, b) => a.status - b.status || Number(isClosed(a)) - Number(isClosed(b)))
  const groups = groupBy(sorted, (report) => reportStatusShown(report).label)
  return (
    <span className={classes.counts}>
      {[...groups].map(([label, [first, ...more]]) => (
        <StatusChip key={label} colour={reportStatusShown(first!).colour}>
          {`${label} ${more.length + 1}`}
        </StatusChip>
      ))}
    </span>
  )
}
