import { address } from '#domain/address.ts'
import { newEntriesText } from '#domain/discussions/rules.ts'
import { linkTo } from '#domain/mail_text.ts'
import { proposalLine } from '#domain/reports/reminders.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'

interface Subject {
  id: number
  term_id: number
  title: string
}

const line = ({ id, ...proposal }: Subject) => proposalLine({ ...proposal, proposal_id: id })

/** Puts a question of the panel to a reviewer. */
export const panelQuestionMail = (
  config: Config,
  reviewer: { report_id: number; name: string; email: string },
  proposal: Subject,
  question: string,
): Mail => ({
  template: 'panel_question',
  proposal_ids: [proposal.id],
  recipients: [reviewer.email],
  values: {
    name: reviewer.name,
    proposal: line(proposal),
    question,
    link: linkTo(config, address('/reports/detail/$id', { id: reviewer.report_id })),
  },
})

/**
 * Tells someone how much is new in the discussions that they follow. `hidden_by` are all proposals of their calls: whoever
 * has a conflict of interest with any of them sees none of these mails, or a missing one would tell of an entry.
 */
export const digestMail = (
  config: Config,
  reader: { name: string; email: string },
  proposals: readonly (Subject & { unread: number })[],
  hidden_by: number[],
): Mail => ({
  template: 'discussion_digest',
  proposal_ids: hidden_by,
  recipients: [reader.email],
  values: {
    name: reader.name,
    proposals: proposals
      .map((proposal) =>
        [
          `- ${line(proposal)}`,
          `  ${newEntriesText(proposal.unread)}`,
          `  ${linkTo(config, address('/proposals/detail/$id', { id: proposal.id }, { tab: 'tab-5' }))}`,
        ].join('\n'),
      )
      .join('\n'),
  },
})
