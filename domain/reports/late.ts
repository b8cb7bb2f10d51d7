import { daysLeft } from './due.ts'
import { type ReportStatus, reportStatus } from './status.ts'

interface Due {
  status: ReportStatus
  reviews_due_at: string
  term_disabled: boolean
}

/** Somebody waits for the report: it is requested or accepted, in an open term. */
export const isOpen = ({ status, term_disabled }: Omit<Due, 'reviews_due_at'>) =>
  !term_disabled && reportStatus.of(status).reminder !== null

/** The report is waited for beyond the day on which it was due. */
export const isLate = (report: Due, now: Date) => isOpen(report) && daysLeft(report.reviews_due_at, now) < 0
