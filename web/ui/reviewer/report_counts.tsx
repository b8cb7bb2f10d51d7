import { type ReportStatus, reportStatus } from '#domain/reports/status.ts'
import { StatusChip } from '../text/chips.tsx'
import classes from './report_counts.module.css'

/** How many reports stand at each status: 'Submitted 6', 'Accepted 2'. */
export function ReportCounts({ of: reports }: { of: readonly { status: ReportStatus }[] }) {
  const counted = reportStatus.choices.flatMap(({ id, label }) => {
    const count = reports.filter(({ status }) => status === id).length
    return count > 0 ? [{ id, label, count }] : []
  })
  if (counted.length === 0) return '-'
  return (
    <span className={classes.counts}>
      {counted.map(({ id, label, count }) => (
        <StatusChip key={id} colour={reportStatus.colour(id)}>{`${label} ${count}`}</StatusChip>
      ))}
    </span>
  )
}
