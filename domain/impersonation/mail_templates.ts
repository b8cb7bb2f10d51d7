import { type MailTemplate, NAME } from '../mail_merge.ts'

/** Template of the mail about viewing the system as someone else. */
export const impersonationTemplates = {
  acted_as: {
    kind: 'acted_as',
    label: 'Viewed as',
    group: 'Accounts',
    when: 'sent to a user when an administrator views the system as them',
    placeholders: {
      name: NAME,
      by: { is: 'The administrator, with the e-mail address', required: true },
      until: { is: 'Until when at the latest, in UTC' },
    },
    subject: 'An administrator is viewing the system as you',
    text: `Dear #name#,

#by# is viewing the system as you, until #until# at the latest. Meanwhile nothing can be changed and no file downloaded.

This is done to help you and is recorded in the audit log. If you did not expect it, please reply to this e-mail.`,
  },
} as const satisfies Record<string, MailTemplate>
