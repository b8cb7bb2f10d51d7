import { link, type MailTemplate, NAME } from '../mail_merge.ts'
import { durationText, TEMPORARY_PASSWORD } from './durations.ts'

const group = 'Accounts'
export const SECURITY_LINK = link('Link to Sign-in and security')
export const LOGIN_LINK = link('Link to the sign-in page')
export const REQUEST_LINK = link('Link to the page that sends a new password')
export const PASSWORD_LINK = link('Link to the page that changes the password')
export const GENERATED_PASSWORD = { is: 'The temporary password', required: true, secret: true } as const
export const USER_ID = { is: "The user's ID: the e-mail address" } as const
const ENDED = {
  is: 'What else ended, such as API tokens, in a sentence; its line is left out where nothing did',
  optional: true,
} as const

const IF_NOT_YOU =
  'If it was not you, please reply to this e-mail at once, change your password, and see here where you are signed in:'

/** Templates of the mails about signing in. */
export const sessionTemplates = {
  password_request: {
    kind: 'password_request',
    label: 'Password reset link',
    group,
    when: 'sent to a user who asks for a new password',
    placeholders: {
      name: NAME,
      link: { is: 'The secret link that resets the password', required: true, secret: true },
      valid_for: { is: `How long the link is valid: ${durationText('reset_link')}` },
    },
    subject: 'Password reset',
    text: `Dear #name#,

A password reset was requested for your account. To get a new password, open this link within #valid_for# and press "Reset":

#link#

If you did not request this, you can ignore this e-mail. Your password has not changed.`,
  },
  password_reset: {
    kind: 'password_reset',
    label: 'New password',
    group,
    when: 'sent to a user who has pressed Reset',
    placeholders: {
      name: NAME,
      id: USER_ID,
      password: GENERATED_PASSWORD,
      ended: ENDED,
      link: LOGIN_LINK,
    },
    subject: 'Your new password',
    text: `Dear #name#,

Your password was reset, and your sessions were ended. Sign in at #link# with:

ID: #id#
Password: #password#

${TEMPORARY_PASSWORD}

#ended#`,
  },
  password_change: {
    kind: 'password_change',
    label: 'Password changed',
    group,
    when: 'sent to a user whose password was changed',
    placeholders: { name: NAME, link: REQUEST_LINK },
    subject: 'Your password was changed',
    text: `Dear #name#,

The password of your account was changed just now.

If it was not you, request a new password here at once, and reply to this e-mail:

#link#`,
  },
  second_factor: {
    kind: 'second_factor',
    label: 'Second factor changed',
    group,
    when: 'sent to a user who sets up or removes a passkey, an app or recovery codes',
    placeholders: {
      name: NAME,
      change: { is: 'What was changed, in a sentence', required: true },
      link: SECURITY_LINK,
    },
    subject: 'The second factor of your account was changed',
    text: `Dear #name#,

#change#

${IF_NOT_YOU}

#link#`,
  },
  second_factor_reset: {
    kind: 'second_factor_reset',
    label: 'Second factor reset',
    group,
    when: 'sent to a user whose second factor the office has removed',
    placeholders: { name: NAME, ended: ENDED, link: SECURITY_LINK },
    subject: 'The second factor of your account was reset',
    text: `Dear #name#,

The administration office has removed the passkeys, the authenticator app and the recovery codes of your account and ended all your sessions. Linked accounts and your calendar address stay as they are.
#ended#

You can now sign in with your password alone. Then please set up a second factor again:

#link#

If you did not ask for this, change your password and reply to this e-mail at once.`,
  },
  provider_link: {
    kind: 'provider_link',
    label: 'Account at a sign-in provider linked or unlinked',
    group,
    when: 'sent to a user who links an account at ORCID or an institution, or unlinks it',
    placeholders: {
      name: NAME,
      change: { is: 'What was changed, in a sentence', required: true },
      link: SECURITY_LINK,
    },
    subject: 'The ways to sign in to your account were changed',
    text: `Dear #name#,

#change#

${IF_NOT_YOU}

#link#`,
  },
  provider_unlinked: {
    kind: 'provider_link',
    label: 'Account at a sign-in provider unlinked by the office',
    group,
    when: 'sent to a user whose account at ORCID or an institution the office has unlinked',
    placeholders: {
      name: NAME,
      provider: { is: 'The provider, such as ORCID', required: true },
      account: { is: 'The account there, such as an ORCID iD' },
      ended: ENDED,
      link: SECURITY_LINK,
    },
    subject: 'Your account at #provider# was unlinked',
    text: `Dear #name#,

The administration office has unlinked your account at #provider# (#account#) and ended your sessions.
#ended#

You can still sign in with your password, and your calendar address still works. You can see your linked accounts here:

#link#

If you did not expect this, please reply to this e-mail.`,
  },
  second_factor_closed: {
    kind: 'second_factor_closed',
    label: 'Sign-in stopped',
    group,
    when: 'sent to a user after too many wrong second factors',
    placeholders: {
      name: NAME,
      attempts: { is: 'How many wrong second factors were entered' },
      pause: { is: 'How long nobody can complete a sign-in' },
      link: REQUEST_LINK,
    },
    subject: 'Someone could not complete a sign-in to your account',
    text: `Dear #name#,

Someone entered your correct password, and then #attempts# times a wrong second factor. No one can complete a sign-in to your account for #pause#.

If it was not you, someone else knows your password. Change it at once, which ends all other sessions, and reply to this e-mail. If you are not signed in anywhere, request a new password here:

#link#`,
  },
  recovery_code_used: {
    kind: 'recovery_code_used',
    label: 'Recovery code used',
    group,
    when: 'sent to a user who signs in with a recovery code',
    placeholders: {
      name: NAME,
      codes_left: { is: "How many codes are left, as 'Nine codes are left'" },
      link: SECURITY_LINK,
    },
    subject: 'A recovery code was used to sign in',
    text: `Dear #name#,

Someone signed in to your account with your password and a recovery code just now. #codes_left#; you can create new ones under Sign-in and security.

${IF_NOT_YOU}

#link#`,
  },
  new_sign_in: {
    kind: 'new_sign_in',
    label: 'Sign-in from a new browser',
    group,
    when: 'sent to a user who signs in from a browser for the first time',
    placeholders: {
      name: NAME,
      when: { is: 'When, in UTC' },
      browser: { is: 'The browser and its system' },
      address: { is: 'The network address' },
      link: PASSWORD_LINK,
    },
    subject: 'A sign-in from a new browser',
    text: `Dear #name#,

Someone signed in to your account from a new browser:

When: #when#
Browser: #browser#
Address: #address#

If it was you, no action is needed. If it was not you, change your password, which ends all other sessions, and reply to this e-mail:

#link#`,
  },
} as const satisfies Record<string, MailTemplate>
