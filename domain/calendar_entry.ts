import type { Address } from './address.ts'

/**
 * A deadline or a meeting as an entry of a calendar: dates, ids and the address of a screen, never a title, a name of a
 * person or a score, because calendars are read by programs and companies that this system does not know.
 */
export interface CalendarEntry {
  /** What the entry is of, the same for as long as it exists: 'report-17'. */
  key: string
  title: string
  starts_at: string
  /** Absent for a deadline, which is a single moment. */
  ends_at?: string
  /** In invitations by e-mail only. */
  place?: string
  to: Address
}

/** The moment at which a day that something is due on ends. */
export const endOfDay = (day: string) => `${day}T23:59:00.000Z`
