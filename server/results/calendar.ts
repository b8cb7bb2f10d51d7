import type { CalendarEntry } from '#domain/calendar_entry.ts'
import { answerEntry, answersEntry } from '#domain/results/answer_dates.ts'
import { isOffice } from '#domain/session/actor.ts'
import type { CalendarOwner } from '../platform/calendar.ts'
import { findAwaitedAnswers } from './queries.ts'

/**
 * Until when released results are to be answered: each of the proposer's own, and for the office one entry for a day of a
 * call, of the results that it has no conflict with.
 */
export async function answerEntries({ db, actor }: CalendarOwner): Promise<CalendarEntry[]> {
  const proposer = actor.roles.includes('proposer')
  if (!proposer && !isOffice(actor)) return []
  const awaited = await findAwaitedAnswers(db, actor)
  const own = awaited
    .filter(({ is_own }) => proposer && is_own)
    .map(({ answer_by, ...proposal }) => answerEntry(proposal, answer_by))
  const ofOthers = awaited
    .filter(({ conflict }) => isOffice(actor) && !conflict)
    .map(({ term_id, answer_by }) => answersEntry(term_id, answer_by))
  return [...own, ...new Map(ofOthers.map((entry) => [entry.key, entry])).values()]
}
