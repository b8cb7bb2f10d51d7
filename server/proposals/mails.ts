import { address } from '#domain/address.ts'
import { linkTo } from '#domain/mail_text.ts'
import { termLabel } from '#domain/masters/values.ts'
import { participantsOf } from '#domain/proposals/participants.ts'
import { whyNotEditSubmitted } from '#domain/proposals/rules.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import { sameEmail } from '#domain/users/person.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'
import type { ReadProposal } from './shared_queries.ts'

type Submitted = Pick<
  ReadProposal,
  'id' | 'term_id' | 'title' | 'name' | 'email' | 'affiliation' | 'proposal_collaborator' | 'term'
> & { under_review: boolean }

/** To the proposer and the collaborators of a proposal that was submitted at this moment, one mail each. */
export const submittedMails = (config: Config, proposal: Submitted, at: Date): Mail[] => {
  const isEditable = whyNotEditSubmitted(proposal.term, at, proposal.under_review) === null
  return participantsOf(proposal).map(({ name, email }) => {
    const recipients = [email]
    const values = {
      name,
      call: termLabel(proposal.term_id),
      proposal_id: String(proposal.id),
      title: proposal.title,
      proposer: proposal.name,
      affiliation: proposal.affiliation,
      submitted_at: formatUtc(at.toISOString()),
      editable_until: isEditable ? formatUtc(proposal.term.proposals_close_at) : '',
    }
    return sameEmail(email, proposal.email)
      ? {
          template: 'proposal_submitted',
          recipients,
          values: { ...values, link: linkTo(config, address('/proposals/myproposal')) },
        }
      : { template: 'proposal_submitted_collaborator', recipients, values }
  })
}
