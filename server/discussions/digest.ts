import { groupBy } from '#domain/group_by.ts'
import { utcDay } from '#domain/reports/due.ts'
import { context, type Services } from '../platform/context.ts'
import { claimDigestDay, findNewEntries, findProposalIds, setMailed } from './digest_queries.ts'
import { digestMail } from './mails.ts'

/** The hour of the UTC day from which its digests are sent. */
const DIGEST_HOUR = 6

/**
 * Sends the digests of a day, once: one mail to each person with new entries in discussions that they follow. Several
 * processes may call it at the same time. What comes later on the day is in the next day's.
 */
export const sendDueDigests = (services: Services) =>
  context(services, null).write(async (tx) => {
    tx.skipAudit('No digest is due, or nothing is new.')
    const now = tx.now()
    if (now.getUTCHours() < DIGEST_HOUR || !(await claimDigestDay(tx, utcDay(now)))) return
    const rows = await findNewEntries(tx)
    if (rows.length === 0) return
    const hidden_by = await findProposalIds(tx, [...new Set(rows.map(({ term_id }) => term_id))])
    for (const proposals of groupBy(rows, ({ user_id }) => user_id).values()) {
      await tx.mail(digestMail(tx.config, proposals[0]!, proposals, hidden_by))
      for (const { id, user_id, last } of proposals) await setMailed(tx, id, user_id, last)
    }
    for (const [id, readers] of groupBy(rows, (row) => row.id))
      await tx.audit('proposal.discussion_digest', { id }, { sent_to: readers.length })
  })
