import { address } from '#domain/address.ts'
import type { CalendarEntry } from '#domain/calendar_entry.ts'
import { unlockEntry } from '#domain/proposals/unlock.ts'
import { isOffice } from '#domain/session/actor.ts'
import type { CalendarOwner } from '../platform/calendar.ts'
import { findUnlocked } from './queries.ts'

/** When unlocked proposals lock again: the proposer's own, and for the office all that it has no conflict with. */
export async function unlockEntries({ db, actor, now }: CalendarOwner): Promise<CalendarEntry[]> {
  const proposer = actor.roles.includes('proposer')
  if (!proposer && !isOffice(actor)) return []
  const unlocked = await findUnlocked(db, actor, now)
  return unlocked.flatMap(({ is_own, conflict, ...proposal }) => {
    if (is_own) return proposer ? [unlockEntry(proposal, address('/proposals/myproposal'))] : []
    if (conflict || !isOffice(actor)) return []
    return [unlockEntry(proposal, address('/proposals/detail/$id', { id: proposal.id }))]
  })
}
