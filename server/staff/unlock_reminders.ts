import { context, type Services } from '../platform/context.ts'
import { officeMembers } from '../users/service.ts'
import { unlockEndingMail, unlockEndingOfficeMail } from './mails.ts'
import { claimEndingUnlocks } from './unlock_queries.ts'

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
