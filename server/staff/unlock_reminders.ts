import { sql } from 'kysely'
import { UNLOCK_REMINDER_MS } from '#domain/proposals/unlock.ts'
import { context, type Db, type Services } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'
import { officeMembers } from '../users/service.ts'
import { unlockEndingMail, unlockEndingOfficeMail } from './mails.ts'

/**
 * Claims the unlocks that end within a day and were not announced yet. Several processes may call it at the same time:
 * each unlock is claimed once.
 */
async function claimEndingUnlocks(tx: Db, now: Date) {
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

/** Mails proposer and office a day before an unlock ends. */
export const announceUnlockEnds = (services: Services) =>
  context(services, null).write(async (tx) => {
    const ending = await claimEndingUnlocks(tx, tx.now())
    if (ending.length === 0) return tx.skipAudit('No unlock ends within a day.')
    const office = (await officeMembers(tx)).map(({ email }) => email)
    for (const proposal of ending) {
      await tx.mail(unlockEndingMail(tx.config, proposal, proposal.unlocked_until))
      if (office.length > 0)
        await tx.mail(unlockEndingOfficeMail(tx.config, office, proposal, proposal.unlocked_until))
      await tx.audit('proposal.unlock_reminder', proposal)
    }
  })
