import { address } from '#domain/address.ts'
import { linkTo, mailText } from '#domain/mail_text.ts'
import { termLabel } from '#domain/masters/values.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'

interface ConflictProposal {
  id: number
  term_id: number
  title: string
}

/** Tells the office that a member of the panel or a reviewer has declared a conflict of interest. */
export const conflictMail = (
  config: Config,
  recipients: string[],
  { name }: { name: string },
  proposal: ConflictProposal,
  reason: string,
): Mail => ({
  kind: 'conflict_declared',
  proposal_ids: [proposal.id],
  recipients,
  subject: 'A conflict of interest was declared',
  body: mailText(
    config,
    'administration office',
    `${name} has declared a conflict of interest with ${termLabel(proposal.term_id)}, proposal ${proposal.id}: ${proposal.title}`,
    `Reason: ${reason}`,
    'A review that they were asked for can no longer be written by them. Take it back, or withdraw it, under Review:',
    linkTo(config, address('/proposals/detail/$id', { id: proposal.id }, { tab: 'tab-3' })),
  ),
})
