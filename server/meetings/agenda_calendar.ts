import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { address } from '#domain/address.ts'
import { linkTo } from '#domain/mail_text.ts'
import { calendarTitle } from '#domain/meetings/agenda.ts'
import type { Hours } from '#domain/meetings/schemas.ts'
import type { Config } from '../platform/config.ts'

interface CalendarEntry {
  meeting: { id: number; term_id: number; place: string; sessions: readonly Hours[] }
  organizer: { name: string; email: string }
  recipient: { name: string; email: string }
  /** Higher each time: a program takes the highest. */
  sequence: number
  now: Date
  cancelled: boolean
}

/**
 * The calendar file of a meeting (RFC 5545), one entry from its first hour to its last: dates, place and the address of its
 * screen. It is an invitation (METHOD:REQUEST), because programs change and remove an entry by themselves only if it came
 * as one; so it has an organizer, the office, and one attendee, who is not asked to answer.
 */
export function meetingCalendar(
  config: Config,
  { meeting, organizer, recipient, sequence, now, cancelled }: CalendarEntry,
): string {
  const url = linkTo(config, address('/meetings/$id', { id: meeting.id }))
  const calendar = ical({
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
    prodId: { company: 'Astromaterials Sample AO', product: 'Meetings' },
  })
  calendar.createEvent({
    id: `meeting-${meeting.id}@${new URL(config.baseUrl).hostname}`,
    sequence,
    stamp: now,
    start: new Date(meeting.sessions[0]!.starts_at),
    end: new Date(meeting.sessions.at(-1)!.ends_at),
    summary: calendarTitle(meeting.term_id),
    location: meeting.place || null,
    url,
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { ...organizer, name: unquoted(organizer.name) },
    attendees: [
      { ...recipient, name: unquoted(recipient.name), rsvp: false, status: ICalAttendeeStatus.ACCEPTED },
    ],
  })
  return calendar.toString()
}

/** A name stands in quotation marks, and RFC 5545 has no way to write one inside. */
const unquoted = (name: string) => name.replaceAll('"', "'")
