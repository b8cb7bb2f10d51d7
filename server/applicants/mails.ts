import { address } from '#domain/address.ts'
import { answerSentence } from '#domain/applicants/rules.ts'
import { linkTo, mailText, quoteTyped } from '#domain/mail_text.ts'
import { termLabel } from '#domain/masters/values.ts'
import { TEMPORARY_PASSWORD } from '#domain/session/durations.ts'
import { formatUtc, type Term } from '#domain/terms/rules.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'

interface Applicant {
  name: string
  email: string
  proposal_title: string
}

const NAME_LENGTH = 60
const TITLE_LENGTH = 100

const proposalWindow = (term: Term) =>
  `Proposals are accepted from ${formatUtc(term.proposals_open_at)} to ${formatUtc(term.proposals_close_at)}.`

const ONCE_REGISTERED = 'Once you are registered, you will receive a second e-mail with your sign-in details.'

/**
 * Tells the applicant that the Notice of Intent has arrived. Anyone can give a stranger's address: of what was typed it
 * holds the name and the title only, marked as such.
 */
export const receiptMail = (config: Config, applicant: Applicant, term: Term, answerDays: number): Mail => ({
  kind: 'notice_receipt',
  recipients: [applicant.email],
  subject: `Notice of Intent received (${termLabel(term.id)})`,
  body: mailText(
    config,
    'applicant',
    `We have received a Notice of Intent for ${termLabel(term.id)} that gives this e-mail address.`,
    ['We will review it.', answerSentence(answerDays), ONCE_REGISTERED, proposalWindow(term)]
      .filter(Boolean)
      .join(' '),
    `As typed in the form:\nName: ${quoteTyped(applicant.name, NAME_LENGTH)}\nProposal title: ${quoteTyped(applicant.proposal_title, TITLE_LENGTH)}`,
    'If you did not file it, someone else gave your address: please reply to this e-mail.',
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
    `Your Notice of Intent for ${termLabel(term.id)} has been accepted, and you are now registered as a proposer.`,
    `Proposal title: ${applicant.proposal_title}`,
    `Sign in at ${linkTo(config, address('/login'))}, write your proposal and submit it.`,
    proposalWindow(term),
    password === null
      ? `Your ID is ${email}. Use the password you already have.`
      : `ID: ${email}\nPassword: ${password}`,
    ...(password === null ? [] : [TEMPORARY_PASSWORD]),
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
    `We are sorry to inform you that your Notice of Intent for ${termLabel(term.id)} was not accepted.`,
    `Proposal title: ${applicant.proposal_title}`,
    'If you have any questions, please reply to this e-mail.',
  ),
})
