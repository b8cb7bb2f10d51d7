import { formatUtc } from '../terms/rules.ts'

/** Maximum length of the reason. */
export const MAX_REASON = 200
/** Maintenance ends by itself; a mistyped year is refused. */
export const MAX_MAINTENANCE_DAYS = 7
/** Who saved something within so many minutes counts as working now. */
export const RECENT_MINUTES = 15

const DAY_MS = 24 * 60 * 60 * 1000

/** Why maintenance cannot be switched on until then, or null. */
export function whyNotUntil(until: string, now: Date): string | null {
  const left = Date.parse(until) - +now
  if (left <= 0) return 'This time has passed.'
  return left > MAX_MAINTENANCE_DAYS * DAY_MS
    ? `Maintenance can last ${MAX_MAINTENANCE_DAYS} days at most.`
    : null
}

/** The refusal of every write during maintenance. */
export const refusedByMaintenance = (until: string) =>
  `Maintenance until ${formatUtc(until)}: nobody can save until then, and nothing was changed.`

/** Name of the page's meta tag with the present maintenance, or null. */
export const MAINTENANCE_META = 'maintenance'
