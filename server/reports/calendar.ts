import type { CalendarEntry } from '#domain/calendar_entry.ts'
import { reportEntry } from '#domain/reports/due.ts'
import type { CalendarOwner } from '../platform/calendar.ts'
import { findOwed } from './queries.ts'

/** When the reports are due that a reviewer was asked for and has neither submitted nor declined. */
export async function reportEntries({ db, actor }: CalendarOwner): Promise<CalendarEntry[]> {
  if (!actor.roles.includes('reviewer')) return []
  return (await findOwed(db, actor)).map(reportEntry)
}
