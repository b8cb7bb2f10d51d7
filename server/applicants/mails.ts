import { address } from '#domain/address.ts'
import { linkTo, mailText } from '#domain/mail_text.ts'
import { termLabel } from '#domain/masters/values.ts'
import { formatUtc, type Term } from '#domain/terms/rules.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'

interface Applicant {
  name: string
  email: string
  proposal_title: string
}

/** Tells the applicant that the Notice of Intent has arrived. */
export const receiptMail = (config: Config, applicant: Applicant, term: Term): Mail => ({
  kind: 'notice_receipt',
  recipients: [applicant.email],
  subject: `Notice of Intent received (${termLabel(term.id)})`,
  body: mailText(
    config,
    applicant.name,
    `We have received your Notice of Intent for ${termLabel(term.id)}.`,
    `Proposal title: ${applicant.proposal_title}`,
    `The administration office will look at it. Once you are registered, another mail says how to write your proposal. Proposals are accepted from ${formatUtc(term.proposals_open_at)} to ${formatUtc(term.proposals_close_at)}.`,
  ),
})

/** Tells the applicant of the registration; a new user also gets a password. */
export const registrationMail = (
  config: Config,
  applicant: Applicant,
  term: Term,
  { email, password }: { email: string; password: string | null },
): Mail => ({
  kind: 'registration',
  recipients: [applicant.email],
  secret: password !== null,
  subject: `You are registered as a proposer (${termLabel(term.id)})`,
  body: mailText(
    config,
    applicant.name,
    `Your Notice of Intent for ${termLabel(term.id)} was accepted, and you are registered as a proposer.`,
    `Proposal title: ${applicant.proposal_title}`,
    `Sign in at ${linkTo(config, address('/login'))}, write your proposal and submit it. Proposals are accepted from ${formatUtc(term.proposals_open_at)} to ${formatUtc(term.proposals_close_at)}.`,
    password === null
      ? `Your ID is ${email}, with the password that you have already.`
      : `ID: ${email}\nPassword: ${password}`,
    ...(password === null
      ? []
      : ['You are asked for a password of your own when you first sign in. This one lapses after 14 days.']),
  ),
})

/** Tells the applicant that the Notice of Intent was not accepted. */
export const rejectionMail = (config: Config, applicant: Applicant, term: Term): Mail => ({
  kind: 'rejection',
  recipients: [applicant.email],
  subject: `Your Notice of Intent (${termLabel(term.id)})`,
  body: mailText(
    config,
    applicant.name,
    `We are sorry to tell you that your Notice of Intent for ${termLabel(term.id)} was not accepted.`,
    `Proposal title: ${applicant.proposal_title}`,
    'If you have questions, answer this mail.',
  ),
})
