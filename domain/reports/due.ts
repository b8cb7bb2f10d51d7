import { address } from '../address.ts'
import type { CalendarEntry } from '../calendar_entry.ts'
import { termLabel } from '../masters/values.ts'
import { type ReportStatus, reportStatus } from './status.ts'

export const DAY_MS = 24 * 60 * 60 * 1000

/** The UTC day of an instant, YYYY-MM-DD. */
export const utcDay = (instant: string | Date) => new Date(instant).toISOString().slice(0, 10)

/** UTC days left until something is due: 0 on the day, negative when late. */
export const daysLeft = (due: string, now: Date) =>
  Math.round((Date.parse(utcDay(due)) - Date.parse(utcDay(now))) / DAY_MS)

export const dayCount = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** 'due 2027-04-05, 12 days left'. */
export function dueText(due: string, now: Date): string {
  const left = daysLeft(due, now)
  if (left < 0) return `was due ${utcDay(due)}, ${dayCount(-left)} late`
  return left === 0 ? `due ${utcDay(due)}, today` : `due ${utcDay(due)}, ${dayCount(left)} left`
}

/** Whether a report was submitted by the day on which it was due: 'on time', '3 days late'. */
export function punctuality(submittedAt: string, due: string): string {
  const left = daysLeft(due, new Date(submittedAt))
  return left < 0 ? `${dayCount(-left)} late` : 'on time'
}

/** 'submitted 2027-04-01, on time', 'submitted 2027-04-08, 3 days late'. */
export const submittedText = (submittedAt: string, due: string): string =>
  `submitted ${utcDay(submittedAt)}, ${punctuality(submittedAt, due)}`

interface DueReport {
  status: ReportStatus
  closed: boolean
  reviews_due_at: string
  term_disabled: boolean
}

/** The report is requested or accepted, not closed, and in an open term. */
export const isOpen = ({ status, closed, term_disabled }: Omit<DueReport, 'reviews_due_at'>) =>
  !term_disabled && !closed && reportStatus.of(status).reminder !== null

/** The report is open after the day on which it was due. */
export const isLate = (report: DueReport, now: Date) =>
  isOpen(report) && daysLeft(report.reviews_due_at, now) < 0

/** When a report is due, for the calendar of its reviewer. */
export const reportEntry = (report: {
  id: number
  proposal_id: number
  term_id: number
  reviews_due_at: string
}): CalendarEntry => ({
  key: `report-${report.id}`,
  title: `${termLabel(report.term_id)}: report on proposal ${report.proposal_id} is due`,
  starts_at: report.reviews_due_at,
  to: address('/reports/detail/$id', { id: report.id }),
})
