import { address } from '#domain/address.ts'
import { linkTo, mailText } from '#domain/mail_text.ts'
import { termLabel } from '#domain/masters/values.ts'
import { type Participants, participantsOf } from '#domain/proposals/participants.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import { beforeDeadline, formatUtc, type Term } from '#domain/terms/rules.ts'
import { sameEmail } from '#domain/users/person.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'
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
    'You can change it now. To be considered, it must be submitted again:',
    linkTo(config, address('/proposals/myproposal')),
  ),
})

type Unlocked = Pick<ReadProposal, 'id' | 'term_id' | 'title' | 'name' | 'email' | 'status'>

const editLink = (config: Config, { id }: { id: number }) =>
  linkTo(config, address('/proposals/edit/$id', { id }))

/** Tells the proposer until when the proposal can be changed, and whether it must be submitted again. */
export const unlockedMail = (
  config: Config,
  proposal: Unlocked,
  unlocked_until: string,
  cancelled: boolean,
): Mail => ({
  kind: 'proposal_unlocked',
  recipients: [proposal.email],
  subject: `Your proposal was unlocked (${termLabel(proposal.term_id)})`,
  body: mailText(
    config,
    proposal.name,
    cancelled
      ? 'The administration office has unlocked your proposal and cancelled its submission:'
      : 'The administration office has unlocked your proposal:',
    about(proposal),
    isSubmitted(proposal.status) && !cancelled
      ? `You can change it until ${formatUtc(unlocked_until)}. It stays submitted. When you are done, choose 'Done, lock it again'; otherwise it locks again by itself at that time.`
      : `You can change and submit it until ${formatUtc(unlocked_until)}. It locks again when you submit it, or by itself at that time. To be considered, it must be submitted${cancelled ? ' again' : ''}.`,
    editLink(config, proposal),
  ),
})

/** Reminds the proposer, a day before the end of the unlock. */
export const unlockEndingMail = (config: Config, proposal: Unlocked, unlocked_until: string): Mail => ({
  kind: 'unlock_ending',
  recipients: [proposal.email],
  subject: `Your proposal will be locked again (${termLabel(proposal.term_id)})`,
  body: mailText(
    config,
    proposal.name,
    `Your proposal will be locked again on ${formatUtc(unlocked_until)}:`,
    about(proposal),
    isSubmitted(proposal.status)
      ? 'You can change it until then. It stays submitted; no further action is needed.'
      : 'It has not been submitted. To be considered, it must be submitted before then:',
    editLink(config, proposal),
  ),
})

/** Tells the office the same. */
export const unlockEndingOfficeMail = (
  config: Config,
  recipients: string[],
  proposal: Unlocked,
  unlocked_until: string,
): Mail => ({
  kind: 'unlock_ending_office',
  proposal_ids: [proposal.id],
  recipients,
  subject: `Proposal ${proposal.id} will be locked again (${termLabel(proposal.term_id)})`,
  body: mailText(
    config,
    'administration office',
    `An unlocked proposal will be locked again on ${formatUtc(unlocked_until)}:`,
    `${about(proposal)}\nProposer: ${proposal.name} (${proposal.email})`,
    isSubmitted(proposal.status) ? 'It is submitted.' : 'It has not been submitted.',
    linkTo(config, address('/proposals/detail/$id', { id: proposal.id })),
  ),
})

interface Submitted extends Participants {
  id: number
  title: string
  affiliation: string
}

/** Asks the proposer and the collaborators to check a submitted proposal, one mail each. */
export const correctionMails = (config: Config, proposal: Submitted, term: Term, now: Date): Mail[] =>
  participantsOf(proposal).map(({ name, email }) => ({
    kind: 'proposal_correction',
    recipients: [email],
    subject: `Please check your proposal (${termLabel(term.id)})`,
    body: mailText(
      config,
      name,
      'The following proposal, in which you take part, has been submitted:',
      `${about(proposal)}\nProposer: ${proposal.name} (${proposal.affiliation})`,
      `Please check it. If something is wrong, tell the proposer, or reply to this e-mail.${
        beforeDeadline(term, now)
          ? ` Proposals can be corrected until ${formatUtc(term.proposals_close_at)}.`
          : ''
      }`,
      ...(sameEmail(email, proposal.email) ? [linkTo(config, address('/proposals/myproposal'))] : []),
    ),
  }))
