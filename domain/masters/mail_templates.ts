import { link, type MailTemplate } from '../mail_merge.ts'

/** Templates of the mails about settings. */
export const masterTemplates = {
  two_persons_off: {
    kind: 'two_persons_off',
    label: 'Two persons off',
    group: 'Accounts',
    when: 'sent to the other administrators when that setting is turned off',
    placeholders: {
      by: { is: 'Who turned it off, with the e-mail address' },
      link: link('Link to the settings'),
    },
    subject: 'One person is enough again',
    text: `Dear administration office,

#by# has turned off the setting "Two persons": samples are confirmed, results released, parcels dispatched and staff accounts changed by one person again. Each change of a staff account is still e-mailed to you.

#link#

If you do not know why, please ask the person concerned, and reply to this e-mail.`,
  },
} as const satisfies Record<string, MailTemplate>
