export { termLabel } from '#domain/masters/values.ts'

const NONE = '-'
const MINUTE_MS = 60_000

/** What clocks show at a moment where the viewer is: YYYY-MM-DD HH:mm. */
const onClock = (at: Date) =>
  new Date(+at - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ')

/** A date as YYYY-MM-DD; '-' for none. */
export const day = (value: string | null | undefined) => (value ? value.slice(0, 10) : NONE)

/** An instant as YYYY-MM-DD HH:mm in the viewer's zone; '-' for none. */
export const time = (value: string | null | undefined) => (value ? onClock(new Date(value)) : NONE)

/** The time of day of an instant, HH:mm in the viewer's zone. */
export const clock = (value: string) => time(value).slice(11)

/** The viewer's zone, to be named once where times are shown: 'Europe/Berlin'. */
export const zoneName = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A figure as it is, with `decimals` places when they are given; '-' for none. */
export const figure = (value: number | null | undefined, decimals?: number) =>
  typeof value !== 'number' ? NONE : decimals === undefined ? String(value) : value.toFixed(decimals)
