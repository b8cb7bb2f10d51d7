import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import type { CalendarEntry } from '#domain/calendar_entry.ts'
import { linkTo } from '#domain/mail_text.ts'
import type { Actor } from '#domain/session/actor.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import type { Config } from './config.ts'
import type { Db } from './context.ts'

/** Whose deadlines an area looks for, with the roles that they have now. */
export interface CalendarOwner {
  db: Db
  actor: Actor
  now: Date
}

interface Party {
  name: string
  email: string
}

/** An entry with what programs need to recognize and replace an earlier one. */
export interface WrittenEntry extends CalendarEntry {
  /** Higher each time the entry changes: a program takes the highest. */
  sequence: number
  /** When it was written, in a mail, or when it last changed, at an address (RFC 5545, DTSTAMP). */
  stamp: Date
}

interface Invitation {
  organizer: Party
  recipient: Party
  cancelled: boolean
}

type Installation = Pick<Config, 'baseUrl'>

/**
 * A file with dates to keep (RFC 5545, METHOD:PUBLISH). They have no alarms, because the system sends its own reminders and
 * each program has the alarm that its user chose.
 */
export const datesFile = (config: Installation, entries: readonly WrittenEntry[]): string =>
  calendarOf(config, entries, { method: ICalCalendarMethod.PUBLISH })

/**
 * The file of one meeting. It is an invitation (METHOD:REQUEST), because programs change and remove an entry by themselves
 * only if it came as one; so it has an organizer, the office, and one attendee, who is not asked to answer.
 */
export function invitationFile(
  config: Installation,
  entry: WrittenEntry,
  { organizer, recipient, cancelled }: Invitation,
): string {
  const attendee = { rsvp: false, status: ICalAttendeeStatus.ACCEPTED }
  return calendarOf(
    config,
    [entry],
    { method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST },
    {
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: { ...organizer, name: unquoted(organizer.name) },
      attendees: [{ ...recipient, name: unquoted(recipient.name), ...attendee }],
    },
  )
}

/** How often programs are asked to read an address again. */
const READ_AGAIN_SECONDS = 60 * 60

/** What an address answers: all entries under a name, and how often to ask again. */
export const subscribedCalendar = (
  config: Installation,
  name: string,
  entries: readonly WrittenEntry[],
): string =>
  calendarOf(config, entries, { method: ICalCalendarMethod.PUBLISH, name, ttl: READ_AGAIN_SECONDS })

function calendarOf(
  config: Installation,
  entries: readonly WrittenEntry[],
  options: Parameters<typeof ical>[0],
  also: Partial<ICalEventData> = {},
): string {
  const calendar = ical({ ...options, prodId: { company: 'Astromaterials Sample AO', product: 'Calendar' } })
  for (const entry of entries) calendar.createEvent({ ...eventOf(config, entry), ...also })
  return calendar.toString()
}

function eventOf(config: Installation, entry: WrittenEntry): ICalEventData {
  const url = linkTo(config, entry.to)
  return {
    id: `${entry.key}@${new URL(config.baseUrl).hostname}`,
    sequence: entry.sequence,
    stamp: entry.stamp,
    lastModified: entry.stamp,
    start: new Date(entry.starts_at),
    end: entry.ends_at === undefined ? null : new Date(entry.ends_at),
    // A deadline keeps nobody from meeting someone at that time.
    transparency: entry.ends_at === undefined ? ICalEventTransparency.TRANSPARENT : null,
    summary: printable(entry.title),
    description: `${hoursOf(entry)} (Coordinated Universal Time)\n${url}`,
    location: printable(entry.place ?? '') || null,
    url,
  }
}

/** Programs show the hours of their own zone; this says them once more in the zone that the office writes. */
const hoursOf = ({ starts_at, ends_at }: CalendarEntry) =>
  ends_at === undefined ? formatUtc(starts_at) : `${formatUtc(starts_at)} to ${formatUtc(ends_at)}`

/** RFC 5545 has no way to write a control character. */
const printable = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()

/** A name stands in quotation marks, and RFC 5545 has no way to write one inside. */
const unquoted = (name: string) => printable(name).replaceAll('"', "'")
