import { link, type MailTemplate, NAME } from '../../mail_merge.ts'
import { REMINDER_DAYS_BEFORE, REMINDER_DAYS_LATE, REMINDER_EVERY_DAYS } from './due.ts'

const LOAN = { loan: { is: 'The number of the loan: L0112' } } as const
const PROPOSAL = { proposal: { is: 'The proposal, with its number and title' } } as const
const PIECES = { is: 'The pieces, with their amounts, one line each', list: true } as const
const DUE = { due: { is: 'The day on which the pieces are due' } } as const
const NOTE = {
  is: 'What the office writes; its line is left out where there is nothing',
  optional: true,
} as const
const SAMPLES = link('Link to My samples')

const loan = (kind: MailTemplate['kind']) => ({ kind, group: 'Loans' }) as const

/** Templates of loans: the agreement, and the mails to borrowers. */
export const loanTemplates = {
  loan_agreement_document: {
    ...loan('loan_agreement'),
    label: 'Loan agreement (PDF)',
    when: 'the agreement that the borrower signs; the subject is its heading',
    placeholders: {
      ...LOAN,
      ...PROPOSAL,
      borrower: { is: "The borrower's name" },
      affiliation: { is: "The borrower's affiliation" },
      days: { is: 'How many days after receipt the pieces are due' },
      pieces: { ...PIECES, required: true },
    },
    subject: 'Loan agreement #loan#',
    text: `This agreement is between #office# and #borrower#, #affiliation# (the borrower), about the samples allocated to #proposal#.

The following pieces are lent:

#pieces#

1. The borrower uses the pieces for the work described in the proposal only, and keeps them in the conditions stated there.

2. On receipt the borrower checks and weighs each piece and confirms it. Every split, use, loss and move is recorded when it happens. A piece is given to another person or place only after the office has agreed.

3. The pieces, or what is left of them, are returned within #days# days of receipt. An extension is asked for before that day.

4. The borrower answers each inventory, and reports a loss at once.

5. With the return the borrower sends a report of use. Publications name the samples, and are reported to the office.`,
  },
  loan_agreement: {
    ...loan('loan_agreement'),
    label: 'Loan agreement ready',
    when: 'sent to a borrower when the agreement of a loan can be signed',
    placeholders: { name: NAME, ...LOAN, ...PROPOSAL, pieces: PIECES, link: SAMPLES },
    subject: 'Loan agreement #loan# ready to sign',
    text: `Dear #name#,

The agreement of loan #loan# is ready. It is about these samples for #proposal#:

#pieces#

Please download it, sign it, and upload the signed copy. The samples are sent once the office has countersigned it:
#link#`,
  },
  loan_dispatched: {
    ...loan('loan_dispatched'),
    label: 'Loan dispatched',
    when: 'sent to a borrower when the pieces leave curation',
    placeholders: {
      name: NAME,
      ...LOAN,
      pieces: PIECES,
      carrier: { is: 'The carrier; its line is left out where none is given', optional: true },
      tracking: { is: 'The tracking number; its line is left out where there is none', optional: true },
      link: SAMPLES,
    },
    subject: 'Your samples are on their way (#loan#)',
    text: `Dear #name#,

These samples of loan #loan# have left curation:

#pieces#

Carrier: #carrier#
Tracking number: #tracking#

When they arrive, please check and weigh each piece and confirm its receipt:
#link#`,
  },
  loan_received: {
    ...loan('loan_received'),
    label: 'Receipt of a loan confirmed',
    when: 'sent to a borrower when the receipt of pieces is recorded',
    placeholders: {
      name: NAME,
      ...LOAN,
      ...DUE,
      pieces: PIECES,
      differences: {
        is: 'The pieces whose amount differs by more than the tolerance; left out where there are none',
        list: true,
        optional: true,
      },
      link: SAMPLES,
    },
    subject: 'Receipt confirmed (#loan#)',
    text: `Dear #name#,

The receipt of these samples of loan #loan# is recorded. They are due on #due#:

#pieces#

#differences#

Please record every split, use and loss when it happens:
#link#`,
  },
  loan_weigh_again: {
    ...loan('loan_weigh_again'),
    label: 'Please weigh a piece again',
    when: 'sent to a borrower when the office asks for another weighing',
    placeholders: {
      name: NAME,
      ...LOAN,
      piece: { is: 'The piece, with what was sent and what was found' },
      note: NOTE,
      link: SAMPLES,
    },
    subject: 'Please weigh a sample again (#loan#)',
    text: `Dear #name#,

Could you please weigh this sample of loan #loan# once more and record what you find?

#piece#
#note#

#link#`,
  },
  loan_move: {
    ...loan('loan_move'),
    label: 'Move of a piece decided',
    when: 'sent to a borrower when the office has decided on the move of a piece',
    placeholders: {
      name: NAME,
      ...LOAN,
      piece: { is: 'The piece' },
      to: { is: 'Where it was to be moved' },
      decision: { is: "'may be moved' or 'may not be moved'" },
      note: NOTE,
      link: SAMPLES,
    },
    subject: '#piece# #decision# (#loan#)',
    text: `Dear #name#,

#piece# of loan #loan# #decision# to #to#.
#note#

You remain responsible for the loan:
#link#`,
  },
  loan_extension_granted: {
    ...loan('loan_extension'),
    label: 'Extension granted',
    when: 'sent to a borrower when an extension is granted',
    placeholders: { name: NAME, ...LOAN, ...DUE, note: NOTE, link: SAMPLES },
    subject: 'Loan #loan# extended until #due#',
    text: `Dear #name#,

Your loan #loan# has been extended. The samples are now due on #due#.
#note#

#link#`,
  },
  loan_extension_refused: {
    ...loan('loan_extension'),
    label: 'Extension refused',
    when: 'sent to a borrower when an extension is refused',
    placeholders: { name: NAME, ...LOAN, ...DUE, note: NOTE, link: SAMPLES },
    subject: 'Loan #loan# cannot be extended',
    text: `Dear #name#,

We are sorry that your loan #loan# cannot be extended. The samples remain due on #due#.
#note#

#link#`,
  },
  loan_due: {
    ...loan('loan_due'),
    label: 'Loan due',
    when: `sent to a borrower ${REMINDER_DAYS_BEFORE.join(' and ')} days before a loan is due, and on the day`,
    placeholders: {
      name: NAME,
      ...LOAN,
      ...DUE,
      when: { is: "How soon they are due: in how many days, 'tomorrow' or 'today'" },
      pieces: PIECES,
      link: SAMPLES,
    },
    subject: 'Your samples are due #when# (#loan#)',
    text: `Dear #name#,

These samples of loan #loan# are due on #due#:

#pieces#

Please return them by then, or ask for an extension before that day:
#link#`,
  },
  loan_late: {
    ...loan('loan_late'),
    label: 'Loan late',
    when: `sent to a borrower ${REMINDER_DAYS_LATE.join(' and ')} days after a loan was due, then every ${REMINDER_EVERY_DAYS} days, and when the office reminds`,
    placeholders: {
      name: NAME,
      ...LOAN,
      ...DUE,
      late: { is: 'How many days late they are' },
      pieces: PIECES,
      link: SAMPLES,
    },
    subject: 'Your samples are #late# late (#loan#)',
    text: `Dear #name#,

These samples of loan #loan# were due on #due# and are #late# late:

#pieces#

Please return them now. If you cannot, please reply to this e-mail and tell us why:
#link#`,
  },
  loan_returned: {
    ...loan('loan_returned'),
    label: 'Return confirmed',
    when: 'sent to a borrower when curation has received and weighed the pieces that came back',
    placeholders: { name: NAME, ...LOAN, pieces: PIECES, link: SAMPLES },
    subject: 'Samples received back (#loan#)',
    text: `Dear #name#,

Curation has received and weighed these samples of loan #loan#. You no longer answer for them:

#pieces#

#link#`,
  },
  loan_handed_over: {
    ...loan('loan_handed_over'),
    label: 'Loan handed over',
    when: 'sent to the borrower of a loan and to the successor when the office hands it over',
    placeholders: {
      name: NAME,
      ...LOAN,
      from: { is: 'The borrower so far' },
      to: { is: 'The successor' },
      pieces: PIECES,
      link: SAMPLES,
    },
    subject: 'Loan #loan# handed over to #to#',
    text: `Dear #name#,

Loan #loan#, of these samples, has passed from #from# to #to#, who now answers for them:

#pieces#

The successor finds them here:
#link#`,
  },
  loan_taken_back: {
    ...loan('loan_taken_back'),
    label: 'Dispatch, receipt or return taken back',
    when: 'sent to a borrower when a dispatch, receipt, return shipment or return is taken back',
    placeholders: {
      name: NAME,
      ...LOAN,
      what: {
        is: "What was taken back: 'The dispatch', 'The receipt', 'The return shipment' or 'The return'",
      },
      pieces: PIECES,
      note: { is: 'The reason' },
      link: SAMPLES,
    },
    subject: '#what# was recorded by mistake (#loan#)',
    text: `Dear #name#,

#what# of these samples of loan #loan# was recorded by mistake and has been taken back:

#pieces#

Reason: #note#

Please disregard any earlier e-mail about it. What is on record now:
#link#`,
  },
  loan_closed: {
    ...loan('loan_closed'),
    label: 'Loan closed',
    when: 'sent to a borrower when a loan is closed',
    placeholders: { name: NAME, ...LOAN, ...PROPOSAL, link: SAMPLES },
    subject: 'Loan #loan# closed',
    text: `Dear #name#,

Everything that was lent to #proposal# is accounted for, and loan #loan# is closed. Thank you.

Please go on reporting publications about these samples:
#link#`,
  },
} as const satisfies Record<string, MailTemplate>
