import type { CalendarEntry } from '#domain/calendar_entry.ts'
import { meetingEntry } from '#domain/meetings/agenda.ts'
import { isOffice, isStaff } from '#domain/session/actor.ts'
import type { CalendarOwner } from '../platform/calendar.ts'
import { findExpectedMeetings } from './queries.ts'

/**
 * Meetings of the panel that someone is expected at, and all for the office: their hours, and nothing of the docket, so
 * that it says the same to members with a conflict and to all others.
 */
export async function meetingEntries({ db, actor }: CalendarOwner): Promise<CalendarEntry[]> {
  if (!isStaff(actor)) return []
  const meetings = await findExpectedMeetings(db, { user_id: actor.id, all: isOffice(actor) })
  return meetings.map(meetingEntry).filter((entry) => entry !== null)
}
