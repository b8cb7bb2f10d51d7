import { address } from '#domain/address.ts'
import { linkTo, mailText } from '#domain/mail_text.ts'
import { termLabel } from '#domain/masters/values.ts'
import { participantsOf } from '#domain/proposals/participants.ts'
import { whyNotEditSubmitted } from '#domain/proposals/rules.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import { sameEmail } from '#domain/users/person.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'
import type { ReadProposal } from './shared_queries.ts'

type Submitted = ReadProposal & { under_review: boolean }

export const submittedMails = (config: Config, proposal: Submitted, at: Date): Mail[] =>
  participantsOf(proposal).map(({ name, email }) => ({
    kind: 'proposal_submitted',
    recipients: [email],
    subject: `Proposal submitted (${termLabel(proposal.term_id)})`,
    body: mailText(
      config,
      name,
      `The following proposal for ${termLabel(proposal.term_id)} was submitted by ${proposal.name} on ${formatUtc(at.toISOString())}.`,
      `Proposal ID: ${proposal.id}\nTitle: ${proposal.title}\nProposer: ${proposal.name} (${proposal.affiliation})`,
      ...(whyNotEditSubmitted(proposal.term, at, proposal.under_review) === null
        ? [
            `${proposal.name} can edit it until ${formatUtc(proposal.term.proposals_close_at)} or until a review is requested, whichever is earlier.`,
          ]
        : []),
      ...(sameEmail(email, proposal.email)
        ? [linkTo(config, address('/proposals/myproposal'))]
        : ['If you are named as a collaborator by mistake, please reply to this e-mail.']),
    ),
  }))
