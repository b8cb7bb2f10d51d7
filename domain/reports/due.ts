import { daysLate, utcDay } from './reminders.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** When a report is due, as everybody is told: 'due 2027-04-05, 12 days left'; days are UTC. */
export function dueText(due_at: string, now: Date): string {
  const late = daysLate(due_at, now)
  if (late > 0) return `was due ${utcDay(due_at)}, ${days(late)} late`
  const left = Math.round((Date.parse(utcDay(due_at)) - Date.parse(utcDay(now))) / DAY_MS)
  return left === 0 ? `due ${utcDay(due_at)}, today` : `due ${utcDay(due_at)}, ${days(left)} left`
}
