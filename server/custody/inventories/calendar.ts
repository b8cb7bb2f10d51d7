import { address } from '#domain/address.ts'
import { type CalendarEntry, endOfDay } from '#domain/calendar_entry.ts'
import type { CalendarOwner } from '../../platform/calendar.ts'
import { isCustodian } from '../loans/facts.ts'
import { findOpenInventory } from './queries.ts'
import { isAsked, readEntries } from './read.ts'

/** The last day of the open inventory: for holders who have not answered for all they hold, and for those who keep the samples. */
export async function inventoryEntries({ db, actor }: CalendarOwner): Promise<CalendarEntry[]> {
  const inventory = await findOpenInventory(db)
  if (!inventory) return []
  const custodian = isCustodian(actor)
  const owes = async () =>
    (await readEntries(db, inventory)).some((entry) => entry.user_id === actor.id && isAsked(entry))
  if (!custodian && !(await owes())) return []
  return [
    {
      key: `inventory-${inventory.id}`,
      title: 'Answers to the inventory are due',
      starts_at: endOfDay(inventory.until),
      to: custodian ? address('/inventories/$id', { id: inventory.id }) : address('/mypage/samples'),
    },
  ]
}
