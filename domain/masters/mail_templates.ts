import { link, type MailTemplate } from '../mail_merge.ts'

/** Templates of the mails about settings. */
export const masterTemplates = {
  second_administrator_off: {
    kind: 'second_administrator_off',
    label: 'Second administrator off',
    group: 'Accounts',
    when: 'sent to the other administrators when that setting is turned off',
    placeholders: {
      by: { is: 'Who turned it off, with the e-mail address' },
      link: link('Link to the settings'),
    },
    subject: 'Staff accounts no longer require a second administrator',
    text: `Dear administration office,

#by# has turned off the setting "Require a second administrator for staff accounts". Each change of a staff account is still e-mailed to you.

#link#

If you do not know why, please ask the person concerned, and reply to this e-mail.`,
  },
} as const satisfies Record<string, MailTemplate>
