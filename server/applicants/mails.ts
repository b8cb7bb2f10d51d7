import { address } from '#domain/address.ts'
import { answerSentence } from '#domain/applicants/rules.ts'
import { linkTo, quoteTyped } from '#domain/mail_text.ts'
import { termLabel } from '#domain/masters/values.ts'
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

const proposalWindow = (term: Term) => ({
  opens: formatUtc(term.proposals_open_at),
  closes: formatUtc(term.proposals_close_at),
})

/**
 * Tells the applicant that the Notice of Intent has arrived. Anyone can give a stranger's address: of what was typed it
 * holds the name and the title only, marked as such.
 */
export const receiptMail = (applicant: Applicant, term: Term, answerDays: number): Mail => ({
  template: 'notice_receipt',
  recipients: [applicant.email],
  values: {
    call: termLabel(term.id),
    answer: answerSentence(answerDays),
    typed_name: quoteTyped(applicant.name, NAME_LENGTH),
    typed_title: quoteTyped(applicant.proposal_title, TITLE_LENGTH),
    ...proposalWindow(term),
  },
})

/** Tells the applicant of the registration; a new user also gets a password. */
export const registrationMail = (
  config: Config,
  applicant: Applicant,
  term: Term,
  { email, password }: { email: string; password: string | null },
): Mail => {
  const recipients = [applicant.email]
  const values = {
    name: applicant.name,
    call: termLabel(term.id),
    title: applicant.proposal_title,
    ...proposalWindow(term),
    id: email,
    link: linkTo(config, address('/login')),
  }
  return password === null
    ? { template: 'registration_role', recipients, values }
    : { template: 'registration', recipients, values: { ...values, password } }
}

/** Tells the applicant that the Notice of Intent was not accepted. */
export const rejectionMail = (applicant: Applicant, term: Term): Mail => ({
  template: 'rejection',
  recipients: [applicant.email],
  values: { name: applicant.name, call: termLabel(term.id), title: applicant.proposal_title },
})
