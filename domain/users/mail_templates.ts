import { link, type MailTemplate, NAME } from '../mail_merge.ts'
import { durationText, TEMPORARY_PASSWORD } from '../session/durations.ts'
import { GENERATED_PASSWORD, LOGIN_LINK, PASSWORD_LINK, USER_ID } from '../session/mail_templates.ts'

const group = 'Accounts'
const USER = { is: "The user's name" } as const
const USER_EMAIL = { is: "The user's e-mail address" } as const
const OLD_AND_NEW = {
  old_email: { is: 'The old e-mail address' },
  new_email: { is: 'The new e-mail address' },
} as const
const CHANGE = {
  by: { is: 'Who did it, with the e-mail address' },
  user: USER,
  user_email: USER_EMAIL,
  changes: { is: 'What was done, after "was": made an administrator, …', required: true },
} as const

/** Templates of the mails about accounts and their addresses. */
export const userTemplates = {
  account: {
    kind: 'account',
    label: 'New account',
    group,
    when: 'sent to a user whom the office adds, or whose password it resets',
    placeholders: { name: NAME, id: USER_ID, password: GENERATED_PASSWORD, link: LOGIN_LINK },
    subject: 'Your account',
    text: `Dear #name#,

An account has been created for you. Sign in at #link# with:

ID: #id#
Password: #password#

${TEMPORARY_PASSWORD}`,
  },
  email_confirmation: {
    kind: 'email_confirmation',
    label: 'Confirm an e-mail address',
    group,
    when: 'sent to a new e-mail address, which may be a stranger’s',
    placeholders: {
      link: { is: 'The secret link that confirms the address', required: true, secret: true },
      valid_for: { is: `How long the link is valid: ${durationText('email_link')}` },
    },
    subject: 'Confirm your new e-mail address',
    text: `Dear user,

This e-mail address was entered as the new address of your account. To confirm it, open this link within #valid_for# and sign in:

#link#

If you did not ask for this, you can ignore this e-mail. The account stays as it is.`,
  },
  email_change_asked: {
    kind: 'email_change_asked',
    label: 'E-mail address requested',
    group,
    when: 'sent to the present address of a user who enters a new one',
    placeholders: { name: NAME, new_email: OLD_AND_NEW.new_email, link: PASSWORD_LINK },
    subject: 'A new e-mail address was requested for your account',
    text: `Dear #name#,

#new_email# was entered as the new e-mail address of your account. It takes effect once the link sent there is opened.

If it was you, no action is needed here. If it was not you, change your password and reply to this e-mail at once:

#link#`,
  },
  email_change: {
    kind: 'email_change',
    label: 'E-mail address changed',
    group,
    when: 'sent to the old address of a user',
    placeholders: { name: NAME, new_email: OLD_AND_NEW.new_email, link: LOGIN_LINK },
    subject: 'Your e-mail address was changed',
    text: `Dear #name#,

The e-mail address of your account was changed just now. From now on, sign in with #new_email# as your ID:

#link#

If it was not you, please reply to this e-mail at once.`,
  },
  address_change: {
    kind: 'address_change',
    label: 'Address of staff or reviewer changed',
    group,
    when: 'sent to the office',
    placeholders: {
      user: USER,
      ...OLD_AND_NEW,
      by: { is: 'Who changed it' },
      link: link('Link to the user'),
    },
    subject: 'The e-mail address of a member or reviewer was changed',
    text: `Dear administration office,

The e-mail address of #user# was changed from #old_email# to #new_email# by #by#.

Conflicts of interest based on the old address remain.

#link#`,
  },
  staff_account: {
    kind: 'staff_account',
    label: 'Staff account changed',
    group,
    when: 'sent to the other administrators',
    placeholders: { ...CHANGE, link: link('Link to the user') },
    subject: 'A staff account was changed',
    text: `Dear administration office,

#user# (#user_email#) was #changes#. Done by: #by#.

#link#

If you do not know why, please ask the person concerned, and reply to this e-mail.`,
  },
  staff_account_request: {
    kind: 'staff_account',
    label: 'Staff account to confirm',
    group,
    when: 'sent to the other administrators where changes need a second one',
    placeholders: { ...CHANGE, link: link('Link to the users') },
    subject: 'A change of a staff account awaits your confirmation',
    text: `Dear administration office,

#by# asks that #user# (#user_email#) be #changes#. Another administrator has to confirm or dismiss this:

#link#

Please ask the person concerned before you confirm.`,
  },
} as const satisfies Record<string, MailTemplate>
