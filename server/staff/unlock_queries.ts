import { sql } from 'kysely'
import { UNLOCK_REMINDER_MS } from '#domain/proposals/unlock.ts'
import type { Db } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'

/**
 * Claims the unlocks that end within a day and were not announced yet. Several processes may call it at the same time:
 * each unlock is claimed once.
 */
export async function claimEndingUnlocks(tx: Db, now: Date) {
  const ending = tx
    .selectFrom('proposals as p')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select('p.id')
    .where('p.unlocked_until', '>', now.toISOString())
    .where('p.unlocked_until', '<=', new Date(+now + UNLOCK_REMINDER_MS).toISOString())
    .where('p.unlock_reminded', '=', false)
    .where('t.disabled', '=', false)
    .orderBy('p.id')
    .forUpdate('p')
    .forShare('t')
  const claimed = await tx
    .updateTable('proposals')
    .set({ unlock_reminded: true })
    .where('id', 'in', ending)
    .where('unlock_reminded', '=', false)
    .returning('id')
    .execute()
  return tx
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.term_id', 'p.title', 'p.status', 'u.name', 'u.email'])
    .select(sql<string>`p.unlocked_until`.as('unlocked_until'))
    .where('p.id', '=', anyOf(claimed.map(({ id }) => id)))
    .orderBy('p.id')
    .execute()
}
