const DAY_MS = 86_400_000

/** Whole days from one day to another, 'YYYY-MM-DD'; negative when the second is before the first. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** The day so many days after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The UTC day of a moment. */
export const dayOfMoment = (now: Date): string => now.toISOString().slice(0, 10)

/** How many days before a loan is due its borrower is reminded, beside the day itself. */
export const REMINDER_DAYS_BEFORE = [30, 7] as const
/** How many days after it was due, and from then on every so many days. */
export const REMINDER_DAYS_LATE = [7, 30] as const
export const REMINDER_EVERY_DAYS = 30

/** The occasions of reminders, relative to the due day: negative is before it. */
const OCCASIONS = [...REMINDER_DAYS_BEFORE.map((days) => -days), 0, ...REMINDER_DAYS_LATE]

/**
 * The occasion of the last reminder that a loan has come to on a day, in days from its due day: -30, -7, 0, 7, 30, and
 * every 30 days after that; null before the first.
 */
export function reminderOccasion(due_on: string, today: string): number | null {
  const days = daysBetween(due_on, today)
  if (days >= 2 * REMINDER_EVERY_DAYS) return days - (days % REMINDER_EVERY_DAYS)
  return OCCASIONS.findLast((occasion) => occasion <= days) ?? null
}

/** How long a reminder that was missed is made up for: until the end of the next day, as all reminders are. */
const CATCH_UP_DAYS = 1

/** The occasion of which a loan is reminded today, or null. A missed day is made up for on the next one. */
export function dueReminder(due_on: string, today: string): number | null {
  const occasion = reminderOccasion(due_on, today)
  if (occasion === null) return null
  return daysBetween(dayAfter(due_on, occasion), today) <= CATCH_UP_DAYS ? occasion : null
}
