import { type Address, address } from '#domain/address.ts'
import type { CalendarEntry } from '#domain/calendar_entry.ts'
import { termLabel } from '#domain/masters/values.ts'
import { DAY_NAMES, DAYS, type DayName, type Days } from '#domain/terms/rules.ts'
import type { CalendarOwner } from '../platform/calendar.ts'
import { findOpenTermsOf } from './queries.ts'

/** Everyone who proposes or may: the windows, which the first page of the system tells as well. */
const WINDOWS = ['noi_opens_at', 'noi_closes_at', 'proposals_open_at', 'proposals_close_at'] as const

const entriesOf = (term: Days & { id: number }, names: readonly DayName[], to: Address) =>
  names.flatMap((name): CalendarEntry[] => {
    const starts_at = term[name]
    const title = `${termLabel(term.id)}: ${DAYS[name].charAt(0).toLowerCase()}${DAYS[name].slice(1)}`
    return starts_at === null ? [] : [{ key: `call-${term.id}-${name}`, title, starts_at, to }]
  })

/**
 * Days of calls that are not closed: all of them for the office, also of a call that is prepared; of the current one the
 * windows for proposers, with those of other calls that they have a proposal in, and when the panel meets for its members.
 */
export async function termEntries({ db, actor }: CalendarOwner): Promise<CalendarEntry[]> {
  const terms = (await findOpenTermsOf(db, actor)).map((term) =>
    // A meeting has hours of its own.
    term.has_meeting ? { ...term, panel_meets_at: null } : term,
  )
  const is = (role: (typeof actor.roles)[number]) => actor.roles.includes(role)
  return terms.flatMap((term) => {
    if (is('admin')) return entriesOf(term, DAY_NAMES, address('/masters/terms/edit/$id', { id: term.id }))
    const shown: CalendarEntry[] = []
    if (is('panel') && term.is_current)
      shown.push(...entriesOf(term, ['panel_meets_at'], address('/meetings')))
    if (is('proposer') && (term.is_current || term.proposes))
      shown.push(...entriesOf(term, WINDOWS, address('/proposals/myproposal')))
    return shown
  })
}
