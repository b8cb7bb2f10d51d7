export { termLabel } from '#domain/masters/values.ts'

const NONE = '-'
const MINUTE_MS = 60_000

/** Local time as YYYY-MM-DD HH:mm. */
const onClock = (at: Date) =>
  new Date(+at - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ')

/** A date as YYYY-MM-DD; '-' for none. */
export const day = (value: string | null | undefined) => (value ? value.slice(0, 10) : NONE)

/** An instant as YYYY-MM-DD HH:mm in the viewer's zone; '-' for none. */
export const time = (value: string | null | undefined) => (value ? onClock(new Date(value)) : NONE)

/** An instant as YYYY-MM-DD HH:mm in UTC. */
export const utcTime = (value: string) => new Date(value).toISOString().slice(0, 16).replace('T', ' ')

/** The time of day of an instant, HH:mm in the viewer's zone. */
export const clock = (value: string) => time(value).slice(11)

/** The viewer's time zone, such as 'Europe/Berlin'. */
export const zoneName = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A number, with `decimals` places if given; '-' for none. */
export const figure = (value: number | null | undefined, decimals?: number) =>
  typeof value !== 'number' ? NONE : decimals === undefined ? String(value) : value.toFixed(decimals)

const DAY_MS = 86_400_000

/** Days since 1970 of the local calendar date. */
const dayNumber = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS

/** Local calendar days from now to an instant: 0 is today, -1 yesterday. */
export const daysTo = (instant: string, now: Date): number => dayNumber(new Date(instant)) - dayNumber(now)

const counted = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** Time left until an instant: '75 days', 'today', and once it has passed '4 days late'. */
export function timeLeft(instant: string, now: Date): string {
  const days = daysTo(instant, now)
  if (+now < Date.parse(instant)) return days <= 0 ? 'today' : counted(days)
  return days >= 0 ? 'since today' : `${counted(-days)} late`
}

/** The number of a list's results. */
export const resultCount = (count: number) => (count === 1 ? '1 result' : `${count} results`)
