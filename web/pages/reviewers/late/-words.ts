import { groupBy } from '#domain/group_by.ts'
import type { LateReport } from '#domain/reports/contract.ts'
import { daysLeft } from '#domain/reports/due.ts'
import { utcDay } from '#domain/reports/reminders.ts'

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`

/** The UTC day of an instant, in which reports are due; '-' for none. */
export const dayIn = (at: string | null) => (at === null ? '-' : utcDay(at))

/** How late a report is: '4 days late', or '12 days left'. */
export function lateness({ due_at, days_late }: LateReport): string {
  if (days_late > 0) return `${days(days_late)} late`
  const left = daysLeft(due_at, new Date())
  return left <= 0 ? 'today' : `${days(left)} left`
}

/** For how long a request has not been answered: 'no answer, 38 days'. */
export const askedAgo = ({ requested_at }: LateReport) =>
  requested_at === null ? 'no answer' : `no answer, ${days(-daysLeft(requested_at, new Date()))}`

/** The day of the last reminder, 'never' before the first; and whether it is today. */
export function reminded({ reminded_at }: LateReport): [text: string, today: boolean] {
  if (reminded_at === null) return ['never', false]
  return [utcDay(reminded_at), utcDay(reminded_at) === utcDay(new Date())]
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** '5 reviewers, 12 reports'. */
export const tally = (reports: readonly LateReport[]) =>
  `${counted(groupBy(reports, ({ reviewer }) => reviewer.id).size, 'reviewer')}, ${counted(reports.length, 'report')}`
