import dayjs from 'dayjs'

export { termLabel } from '#domain/masters/values.ts'

const NONE = '-'

/** A date as YYYY-MM-DD; '-' for none. */
export const day = (value: string | null | undefined) => (value ? value.slice(0, 10) : NONE)

/** An instant as YYYY-MM-DD HH:mm in the viewer's zone; '-' for none. */
export const time = (value: string | null | undefined) =>
  value ? dayjs(value).format('YYYY-MM-DD HH:mm') : NONE

/** The time of day of an instant, HH:mm in the viewer's zone. */
export const clock = (value: string) => dayjs(value).format('HH:mm')

/** The viewer's zone, to be named once where times are shown: 'Europe/Berlin'. */
export const zoneName = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A figure as it is, with `decimals` places when they are given; '-' for none. */
export const figure = (value: number | null | undefined, decimals?: number) =>
  typeof value !== 'number' ? NONE : decimals === undefined ? String(value) : value.toFixed(decimals)
