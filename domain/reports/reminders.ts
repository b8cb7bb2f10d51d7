import type { SettingValues } from '../masters/settings.ts'
import type { Term } from '../terms/rules.ts'
import { type ReportFacts, type ReviewerFacts, whyNotAwaited } from './rules.ts'

type Settings = Pick<SettingValues, 'reminders' | 'reminder_days_before' | 'reminder_days_after'>

const DAY_MS = 24 * 60 * 60 * 1000
/** The number of a UTC day, counted from 1970. */
const dayOf = (instant: string | Date) => Math.floor(+new Date(instant) / DAY_MS)

/** The UTC day of an instant, YYYY-MM-DD. */
export const utcDay = (instant: string | Date) => new Date(instant).toISOString().slice(0, 10)

/**
 * The UTC day (YYYY-MM-DD) of the reminder by itself that is due now, or null: so many days before or after the UTC
 * day on which reviews are due. A reminder stays due until the next UTC day ends, for a server that was down; where
 * two are due the later one is it.
 */
export function reminderDue(
  { disabled, reviews_due_at }: Pick<Term, 'disabled' | 'reviews_due_at'>,
  { reminders, reminder_days_before, reminder_days_after }: Settings,
  now: Date,
): string | null {
  if (!reminders || disabled) return null
  const due = dayOf(reviews_due_at)
  const today = dayOf(now)
  const days = [due + reminder_days_after, due - reminder_days_before]
  const day = days.find((day) => day === today) ?? days.find((day) => day === today - 1)
  return day === undefined ? null : utcDay(new Date(day * DAY_MS))
}

/**
 * Why the office can not remind of a report by choosing it, or null: only of what is waited for, and once on a UTC day,
 * so that a choice that is sent twice leaves once.
 */
export const whyNotRemind = (
  report: ReportFacts & { reminded_at: string | null },
  reviewer: ReviewerFacts,
  now: Date,
): string | null =>
  whyNotAwaited(report, reviewer) ??
  (report.reminded_at !== null && utcDay(report.reminded_at) === utcDay(now)
    ? 'The reviewer was reminded of this report today already.'
    : null)
