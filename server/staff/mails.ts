import { address } from '#domain/address.ts'
import { linkTo, mailText } from '#domain/mail_text.ts'
import { termLabel } from '#domain/masters/values.ts'
import { formatUtc, type Term } from '#domain/terms/rules.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'
import { type Participants, participantsOf } from '../proposals/mails.ts'
import type { ReadProposal } from '../proposals/shared_queries.ts'

const about = ({ id, title }: { id: number; title: string }) => `Proposal ID: ${id}\nTitle: ${title}`

/** Tells the proposer that the submission is cancelled. */
export const cancelledMail = (config: Config, proposal: ReadProposal): Mail => ({
  kind: 'proposal_cancelled',
  recipients: [proposal.email],
  subject: `The submission of your proposal was cancelled (${termLabel(proposal.term_id)})`,
  body: mailText(
    config,
    proposal.name,
    'The administration office has cancelled the submission of your proposal:',
    about(proposal),
    'You can change it. To be considered, it must be submitted again:',
    linkTo(config, address('/proposals/myproposal')),
  ),
})

/** Tells the proposer that the proposal can be changed and submitted once outside the submission window. */
export const unlockedMail = (config: Config, proposal: ReadProposal): Mail => ({
  kind: 'proposal_unlocked',
  recipients: [proposal.email],
  subject: `Your proposal was unlocked (${termLabel(proposal.term_id)})`,
  body: mailText(
    config,
    proposal.name,
    'The administration office has unlocked your proposal:',
    about(proposal),
    'You can change and submit it, even after the deadline. Once it is submitted, it is locked again:',
    linkTo(config, address('/proposals/myproposal')),
  ),
})

interface Submitted extends Participants {
  id: number
  title: string
  affiliation: string
}

/** Asks the proposer and the collaborators to check a submitted proposal, one mail each. */
export const correctionMails = (config: Config, proposal: Submitted, term: Term): Mail[] =>
  participantsOf(proposal).map(({ name, email }) => ({
    kind: 'proposal_correction',
    recipients: [email],
    subject: `Look over your proposal (${termLabel(term.id)})`,
    body: mailText(
      config,
      name,
      'The following proposal, in which you take part, is submitted:',
      `${about(proposal)}\nProposer: ${proposal.name} (${proposal.affiliation})`,
      `If something in it is wrong, tell the proposer, or answer this mail. Proposals are accepted until ${formatUtc(term.proposals_close_at)}.`,
    ),
  }))
