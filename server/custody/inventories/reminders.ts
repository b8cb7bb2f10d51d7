import { isReminderDue } from '#domain/custody/inventories/rules.ts'
import { entryState } from '#domain/custody/inventories/status.ts'
import { notFound } from '#domain/errors.ts'
import { type Ctx, context, type Services } from '../../platform/context.ts'
import { writeMails } from '../../platform/outbox/compose.ts'
import { inventoryMail } from './mails.ts'
import { findAsked, findInventory, findOpenInventory, lockInventory } from './queries.ts'
import { readEntries } from './read.ts'
import { mailReminders, owedLines } from './service.ts'

/**
 * Reminds holders of the open inventory on its days, and asks those to whom pieces have passed since it was asked. Several
 * processes may call it at the same time: the inventory is locked.
 */
export const remindOfInventory = (services: Services) =>
  context(services, null).write(async (tx) => {
    const open = await findOpenInventory(tx)
    const inventory = open && (await lockInventory(tx, open.id))
    if (!inventory || inventory.closed_at !== null) return tx.skipAudit('No inventory is open.')
    const asked = new Map((await findAsked(tx, inventory.id)).map((one) => [one.user_id, one]))
    const entries = await readEntries(tx, inventory)
    const owing = new Set(
      entries.flatMap(({ status, user_id }) =>
        entryState.of(status).asked && user_id !== null ? [user_id] : [],
      ),
    )
    const due = [...owing].filter((user_id) => {
      const one = asked.get(user_id)
      return !one || isReminderDue(inventory.until, one.reminded_at ?? one.asked_at, tx.now())
    })
    if (due.length === 0) return tx.skipAudit('No reminder is due.')
    const names = await mailReminders(tx, inventory, entries, due)
    await tx.audit('inventory.remind', { id: inventory.id }, { names, automatic: true })
  })

/** The reminder that a holder would get now. Throws 'missing'. */
export async function previewReminder(ctx: Ctx, id: number, user_id: number) {
  const inventory = await findInventory(ctx.db, id)
  if (!inventory) throw notFound()
  const { lines, ...recipient } = await owedLines(ctx, inventory, user_id)
  const mail = inventoryMail(ctx.config, 'inventory_reminded', inventory, recipient, lines)
  const [written] = await writeMails(ctx.db, [mail], ctx.config)
  return { subject: written!.subject, text: written!.body }
}
