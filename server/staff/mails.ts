import { address } from '#domain/address.ts'
import { linkTo } from '#domain/mail_text.ts'
import { termLabel } from '#domain/masters/values.ts'
import { type Participants, participantsOf } from '#domain/proposals/participants.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import { beforeDeadline, formatUtc, type Term } from '#domain/terms/rules.ts'
import { sameEmail } from '#domain/users/person.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'
import type { ReadProposal } from '../proposals/shared_queries.ts'

const about = ({ id, term_id, title }: { id: number; term_id: number; title: string }) => ({
  call: termLabel(term_id),
  proposal_id: String(id),
  title,
})

/** Tells the proposer that the submission is cancelled. */
export const cancelledMail = (
  config: Config,
  proposal: Pick<ReadProposal, 'id' | 'term_id' | 'title' | 'name' | 'email'>,
): Mail => ({
  template: 'proposal_cancelled',
  recipients: [proposal.email],
  values: {
    name: proposal.name,
    ...about(proposal),
    link: linkTo(config, address('/proposals/myproposal')),
  },
})

/** Tells the proposer and the collaborators that the proposal is withdrawn. */
export const withdrawnMails = (
  proposal: Withdrawing & Pick<ReadProposal, 'affiliation' | 'proposal_collaborator'>,
): Mail[] =>
  participantsOf(proposal).map(({ name, email }) => ({
    template: 'proposal_withdrawn',
    recipients: [email],
    values: { name, ...about(proposal), proposer: proposal.name, affiliation: proposal.affiliation },
  }))

type Withdrawing = Pick<ReadProposal, 'id' | 'term_id' | 'title' | 'name' | 'email'>

/** Asks the office to withdraw a proposal. */
export const withdrawalAskedMail = (
  config: Config,
  recipients: string[],
  proposal: Withdrawing,
  reason: string,
): Mail => ({
  template: 'withdrawal_asked',
  proposal_ids: [proposal.id],
  recipients,
  values: {
    ...about(proposal),
    proposer: proposal.name,
    reason,
    link: linkTo(config, address('/proposals/detail/$id', { id: proposal.id })),
  },
})

/** Tells the proposer that the proposal stays submitted. */
export const withdrawalRefusedMail = (config: Config, proposal: Withdrawing, answer: string): Mail => ({
  template: 'withdrawal_refused',
  proposal_ids: [proposal.id],
  recipients: [proposal.email],
  values: {
    name: proposal.name,
    ...about(proposal),
    answer,
    link: linkTo(config, address('/proposals/myproposal')),
  },
})

type Unlocked = Pick<ReadProposal, 'id' | 'term_id' | 'title' | 'name' | 'email' | 'status'>

/** What the mails to the proposer of an unlocked proposal say. */
const unlockValues = (config: Config, proposal: Unlocked, unlocked_until: string) => ({
  name: proposal.name,
  ...about(proposal),
  until: formatUtc(unlocked_until),
  link: linkTo(config, address('/proposals/edit/$id', { id: proposal.id })),
})

/** The end of the unlock, under the placeholder that says whether the proposal is submitted. */
const untilIf = ({ status }: Unlocked, unlocked_until: string) => {
  const until = formatUtc(unlocked_until)
  return isSubmitted(status)
    ? { until_if_submitted: until, until_if_not_submitted: '' }
    : { until_if_submitted: '', until_if_not_submitted: until }
}

/** Tells the proposer until when the proposal can be changed, and whether it must be submitted again. */
export const unlockedMail = (
  config: Config,
  proposal: Unlocked,
  unlocked_until: string,
  cancelled: boolean,
): Mail => {
  const recipients = [proposal.email]
  const values = unlockValues(config, proposal, unlocked_until)
  return cancelled
    ? { template: 'proposal_unlocked_cancelled', recipients, values }
    : {
        template: 'proposal_unlocked',
        recipients,
        values: { ...values, ...untilIf(proposal, unlocked_until) },
      }
}

/** Reminds the proposer, a day before the end of the unlock. */
export const unlockEndingMail = (config: Config, proposal: Unlocked, unlocked_until: string): Mail => ({
  template: 'unlock_ending',
  recipients: [proposal.email],
  values: { ...unlockValues(config, proposal, unlocked_until), ...untilIf(proposal, unlocked_until) },
})

/** Tells the office the same. */
export const unlockEndingOfficeMail = (
  config: Config,
  recipients: string[],
  proposal: Unlocked,
  unlocked_until: string,
): Mail => ({
  template: 'unlock_ending_office',
  proposal_ids: [proposal.id],
  recipients,
  values: {
    ...about(proposal),
    proposer: proposal.name,
    proposer_email: proposal.email,
    until: formatUtc(unlocked_until),
    state: isSubmitted(proposal.status) ? 'submitted' : 'not submitted',
    link: linkTo(config, address('/proposals/detail/$id', { id: proposal.id })),
  },
})

interface Submitted extends Participants {
  id: number
  title: string
  affiliation: string
}

/** Asks the proposer and the collaborators to check a submitted proposal, one mail each. */
export const correctionMails = (config: Config, proposal: Submitted, term: Term, now: Date): Mail[] =>
  participantsOf(proposal).map(({ name, email }) => {
    const recipients = [email]
    const values = {
      name,
      ...about({ ...proposal, term_id: term.id }),
      proposer: proposal.name,
      affiliation: proposal.affiliation,
      correct_until: beforeDeadline(term, now) ? formatUtc(term.proposals_close_at) : '',
    }
    return sameEmail(email, proposal.email)
      ? {
          template: 'proposal_correction',
          recipients,
          values: { ...values, link: linkTo(config, address('/proposals/myproposal')) },
        }
      : { template: 'proposal_correction_collaborator', recipients, values }
  })
