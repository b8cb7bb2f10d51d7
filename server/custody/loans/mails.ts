import { address } from '#domain/address.ts'
import { linkTo } from '#domain/mail_text.ts'
import type { Config } from '../../platform/config.ts'
import type { TemplateMail } from '../../platform/outbox/queries.ts'

/** A loan as its mails need it. */
export interface MailedLoan {
  number: string
  proposal_id: number
  proposal_title: string
  borrower_name: string
  borrower_email: string
  due_on: string | null
}

const linkOf = (config: Config) => linkTo(config, address('/mypage/samples'))
const to = (loan: MailedLoan) => ({ recipients: [loan.borrower_email] })
const named = (config: Config, loan: MailedLoan) => ({
  name: loan.borrower_name,
  loan: loan.number,
  link: linkOf(config),
})
/** The proposal as loans name it: without anything of its reviews. */
export const proposalOf = ({
  proposal_id,
  proposal_title,
}: Pick<MailedLoan, 'proposal_id' | 'proposal_title'>) => `proposal ${proposal_id}, ${proposal_title}`

/** The agreement itself: its template's subject is the heading. `days`: how long the pieces are lent; `pieces`: one line each. */
export const agreementDocument = (
  loan: MailedLoan,
  { affiliation, days, pieces }: { affiliation: string; days: number; pieces: string },
): TemplateMail => ({
  ...to(loan),
  template: 'loan_agreement_document',
  values: {
    loan: loan.number,
    proposal: proposalOf(loan),
    borrower: loan.borrower_name,
    affiliation,
    days: String(days),
    pieces,
  },
})

/** The agreement of a loan can be signed. `pieces`: one line each. */
export const agreementMail = (config: Config, loan: MailedLoan, pieces: string): TemplateMail => ({
  ...to(loan),
  template: 'loan_agreement',
  values: { ...named(config, loan), proposal: proposalOf(loan), pieces },
})

export const dispatchedMail = (
  config: Config,
  loan: MailedLoan,
  { pieces, carrier, tracking }: { pieces: string; carrier: string; tracking: string },
): TemplateMail => ({
  ...to(loan),
  template: 'loan_dispatched',
  values: { ...named(config, loan), pieces, carrier, tracking },
})

export const receivedMail = (
  config: Config,
  loan: MailedLoan,
  { pieces, differences, due }: { pieces: string; differences: string; due: string },
): TemplateMail => ({
  ...to(loan),
  template: 'loan_received',
  values: { ...named(config, loan), due, pieces, differences },
})

export const weighAgainMail = (
  config: Config,
  loan: MailedLoan,
  { piece, note }: { piece: string; note: string },
): TemplateMail => ({
  ...to(loan),
  template: 'loan_weigh_again',
  values: { ...named(config, loan), piece, note },
})

export const moveMail = (
  config: Config,
  loan: MailedLoan,
  move: { piece: string; to: string; granted: boolean; note: string },
): TemplateMail => ({
  ...to(loan),
  template: 'loan_move',
  values: {
    ...named(config, loan),
    piece: move.piece,
    to: move.to,
    decision: move.granted ? 'may be moved' : 'may not be moved',
    note: move.note,
  },
})

export const extensionMail = (
  config: Config,
  loan: MailedLoan,
  { granted, due, note }: { granted: boolean; due: string; note: string },
): TemplateMail => ({
  ...to(loan),
  template: granted ? 'loan_extension_granted' : 'loan_extension_refused',
  values: { ...named(config, loan), due, note },
})

/** A reminder: `days` from the due day, negative before it. */
export const reminderMail = (
  config: Config,
  loan: MailedLoan,
  { due, days, pieces }: { due: string; days: number; pieces: string },
): TemplateMail =>
  days > 0
    ? {
        ...to(loan),
        template: 'loan_late',
        values: { ...named(config, loan), due, late: days === 1 ? '1 day' : `${days} days`, pieces },
      }
    : {
        ...to(loan),
        template: 'loan_due',
        values: {
          ...named(config, loan),
          due,
          when: days === 0 ? 'today' : days === -1 ? 'tomorrow' : `in ${-days} days`,
          pieces,
        },
      }

export const returnedMail = (config: Config, loan: MailedLoan, pieces: string): TemplateMail => ({
  ...to(loan),
  template: 'loan_returned',
  values: { ...named(config, loan), pieces },
})

/** To the borrower so far, where they have an address, and to the successor. */
export const handedOverMails = (
  config: Config,
  loan: MailedLoan,
  { before, pieces }: { before: { name: string; email: string }; pieces: string },
): TemplateMail[] =>
  [before, { name: loan.borrower_name, email: loan.borrower_email }]
    .filter(({ email }) => email !== '')
    .map(({ name, email }) => ({
      template: 'loan_handed_over',
      recipients: [email],
      values: { ...named(config, loan), name, from: before.name, to: loan.borrower_name, pieces },
    }))

/** What was mailed before is on record no more. `what`: 'The dispatch'; `pieces`: one line each. */
export const takenBackMail = (
  config: Config,
  loan: MailedLoan,
  { what, pieces, reason }: { what: string; pieces: string; reason: string },
): TemplateMail => ({
  ...to(loan),
  template: 'loan_taken_back',
  values: { ...named(config, loan), what, pieces, note: reason },
})

export const closedMail = (config: Config, loan: MailedLoan): TemplateMail => ({
  ...to(loan),
  template: 'loan_closed',
  values: { ...named(config, loan), proposal: proposalOf(loan) },
})
