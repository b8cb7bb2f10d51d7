import { type MailTemplate, NAME } from '../mail_merge.ts'
import { CALL, PROPOSAL_WINDOW, TITLE } from '../proposals/mail_templates.ts'
import { TEMPORARY_PASSWORD } from '../session/durations.ts'
import { GENERATED_PASSWORD, LOGIN_LINK, USER_ID } from '../session/mail_templates.ts'

const group = 'Proposals'
const REGISTERED = {
  name: NAME,
  call: CALL,
  title: TITLE,
  ...PROPOSAL_WINDOW,
  id: USER_ID,
  link: LOGIN_LINK,
} as const

/** Templates of the mails about Notices of Intent. */
export const applicantTemplates = {
  notice_receipt: {
    kind: 'notice_receipt',
    label: 'Notice received',
    group,
    when: 'sent to the address in a Notice of Intent, which may be a stranger’s',
    placeholders: {
      call: CALL,
      answer: { is: 'Within how many days the office answers, in a sentence; a setting', optional: true },
      typed_name: { is: 'The name as typed in the form, in quotes' },
      typed_title: { is: 'The title as typed in the form, in quotes' },
      ...PROPOSAL_WINDOW,
    },
    subject: 'Notice of Intent received (#call#)',
    text: `Dear applicant,

We have received a Notice of Intent for #call# that gives this e-mail address.

We will review it. Once you are registered, you will receive a second e-mail with your sign-in details. Proposals are accepted from #opens# to #closes#.
#answer#

As typed in the form:
Name: #typed_name#
Proposal title: #typed_title#

If you did not file it, someone else gave your address: please reply to this e-mail.`,
  },
  registration: {
    kind: 'registration',
    label: 'Registered',
    group,
    when: 'sent to an applicant when REGISTER creates the account',
    placeholders: { ...REGISTERED, password: GENERATED_PASSWORD },
    subject: 'You are registered as a proposer (#call#)',
    text: `Dear #name#,

Your Notice of Intent for #call# has been accepted, and you are now registered as a proposer.

Proposal title: #title#

Sign in at #link#, write your proposal and submit it.

Proposals are accepted from #opens# to #closes#.

ID: #id#
Password: #password#

${TEMPORARY_PASSWORD}`,
  },
  registration_role: {
    kind: 'registration',
    label: 'Role added',
    group,
    when: 'sent to an applicant when REGISTER adds the role to an existing account',
    placeholders: REGISTERED,
    subject: 'You are registered as a proposer (#call#)',
    text: `Dear #name#,

Your Notice of Intent for #call# has been accepted, and you are now registered as a proposer.

Proposal title: #title#

Sign in at #link#, write your proposal and submit it.

Proposals are accepted from #opens# to #closes#.

Your ID is #id#. Use the password you already have.`,
  },
  rejection: {
    kind: 'rejection',
    label: 'Notice not accepted',
    group,
    when: 'sent to an applicant whose Notice of Intent is rejected',
    placeholders: { name: NAME, call: CALL, title: TITLE },
    subject: 'Your Notice of Intent (#call#)',
    text: `Dear #name#,

We are sorry to inform you that your Notice of Intent for #call# was not accepted.

Proposal title: #title#

If you have any questions, please reply to this e-mail.`,
  },
} as const satisfies Record<string, MailTemplate>
