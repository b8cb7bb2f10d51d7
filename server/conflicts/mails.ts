import { address } from '#domain/address.ts'
import { linkTo } from '#domain/mail_text.ts'
import { termLabel } from '#domain/masters/values.ts'
import { durationText } from '#domain/session/durations.ts'
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
  template: 'conflict_declared',
  proposal_ids: [proposal.id],
  recipients,
  values: {
    person: name,
    call: termLabel(proposal.term_id),
    proposal_id: String(proposal.id),
    title: proposal.title,
    reason,
    link: linkTo(config, address('/proposals/detail/$id', { id: proposal.id }, { tab: 'tab-3' })),
  },
})

/** Asks a person about people on a proposal; the mail names neither the proposal nor a review. */
export const questionMail = (
  config: Config,
  { name, email }: { name: string; email: string },
  proposal_id: number,
  question: string,
  token: string,
): Mail => ({
  template: 'conflict_question',
  proposal_ids: [proposal_id],
  recipients: [email],
  values: {
    name,
    question,
    valid_for: durationText('answer_link'),
    link: linkTo(config, address('/conflicts/answer/$token', { token })),
  },
})
