/** What takes room, in the order it is shown. */
export const SIZES = {
  database: { label: 'Database', noun: null },
  files: { label: 'Files', noun: 'attachment' },
  audit: { label: 'Audit log', noun: 'entry' },
  backups: { label: 'Backups', noun: 'backup' },
} as const
export type SizeKey = keyof typeof SIZES
export const SIZE_KEYS = Object.keys(SIZES) as [SizeKey, ...SizeKey[]]

/** Growth is shown once the recorded sizes span this many days: less says nothing about a year with one call in it. */
export const MIN_GROWTH_DAYS = 30
export const YEAR_DAYS = 365

/** Growth in a year, if it goes on as in the last `days` days; null while they are too few. */
export const yearlyGrowth = (before: number, now: number, days: number): number | null =>
  days < MIN_GROWTH_DAYS ? null : ((now - before) * YEAR_DAYS) / days
