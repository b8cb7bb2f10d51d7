const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** How long something lasts or is ago: '< 1 min', '12 min', '7 h', '48 days'. */
export function ageText(since: string, now: string): string {
  const ms = Math.max(0, Date.parse(now) - Date.parse(since))
  if (ms < MINUTE_MS) return '< 1 min'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return counted(Math.floor(ms / DAY_MS), 'day')
}

export { counted }

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const
type Unit = (typeof UNITS)[number]

/** The unit in which so many bytes have at most three digits before the point. */
export const unitOf = (bytes: number): Unit =>
  UNITS[Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3) - 1))]!

/** Bytes in a unit, one decimal below 100: '1.2'. */
export function inUnit(bytes: number, unit: Unit): string {
  const value = bytes / 1000 ** (UNITS.indexOf(unit) + 1)
  return value.toFixed(Math.abs(value) < 100 ? 1 : 0)
}

/** '1.8 GB'. */
export const bytesText = (bytes: number) => `${inUnit(bytes, unitOf(bytes))} ${unitOf(bytes)}`
