import type { CalendarEntry } from '#domain/calendar_entry.ts'
import { inventoryEntries } from '../custody/inventories/calendar.ts'
import { loanEntries } from '../custody/loans/calendar.ts'
import { meetingEntries } from '../meetings/calendar.ts'
import type { CalendarOwner } from '../platform/calendar.ts'
import { unlockEntries } from '../proposals/calendar.ts'
import { reportEntries } from '../reports/calendar.ts'
import { answerEntries } from '../results/calendar.ts'
import { termEntries } from '../terms/calendar.ts'

const SOURCES = [
  termEntries,
  unlockEntries,
  reportEntries,
  meetingEntries,
  answerEntries,
  loanEntries,
  inventoryEntries,
]

/** The place is free text, such as a link with its passcode: it goes by e-mail to those who are invited. */
const withoutPlace = ({ place: _, ...entry }: CalendarEntry): CalendarEntry => entry

/** 'unlock-9' before 'unlock-10'. */
const byKey = new Intl.Collator('en', { numeric: true })

/** The deadlines of the roles that someone has now, by time. */
export async function findEntries(owner: CalendarOwner): Promise<CalendarEntry[]> {
  const found: CalendarEntry[] = []
  for (const entriesOf of SOURCES) found.push(...(await entriesOf(owner)).map(withoutPlace))
  return found.sort(
    (a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at) || byKey.compare(a.key, b.key),
  )
}
