import type { Hours } from '#domain/meetings/schemas.ts'
import { day, time } from '#web/lib/format/format.ts'

/** '2027-05-11 09:00 to 12:00'; the day is left out where the hours go on in it, or begin as `after` ended. */
function oneText({ starts_at, ends_at }: Hours, after?: Hours): string {
  const [from, to] = [time(starts_at), time(ends_at)]
  const isSameDay = after && day(time(after.ends_at)) === day(from)
  return `${isSameDay ? from.slice(11) : from} to ${day(from) === day(to) ? to.slice(11) : to}`
}

/** '2027-05-11 09:00 to 12:00, 13:00 to 17:00' of hours in order. */
export const hoursText = (hours: readonly Hours[]): string =>
  hours.map((one, at) => oneText(one, hours[at - 1])).join(', ')
