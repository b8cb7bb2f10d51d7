import { address } from '#domain/address.ts'
import { linkTo, mailText } from '#domain/mail_text.ts'
import { durationText, TEMPORARY_PASSWORD } from '#domain/session/durations.ts'
import { describeBrowser } from '#domain/session/user_agent.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'

interface Addressee {
  name: string
  email: string
}

export const resetLinkMail = (config: Config, user: Addressee, token: string): Mail => ({
  kind: 'password_request',
  recipients: [user.email],
  subject: 'Password reset',
  body: mailText(
    config,
    user.name,
    `A password reset was requested for your account. To get a new password, open this link within ${durationText('reset_link')} and press "Reset":`,
    linkTo(config, address('/password/reset/$token', { token }, { email: user.email })),
    'If you did not request this, you can ignore this e-mail. Your password has not changed.',
  ),
})

export const newPasswordMail = (config: Config, user: Addressee, password: string): Mail => ({
  kind: 'password_reset',
  recipients: [user.email],
  subject: 'Your new password',
  body: mailText(
    config,
    user.name,
    `Your password was reset. Sign in at ${linkTo(config, address('/login'))} with:`,
    `ID: ${user.email}\nPassword: ${password}`,
    TEMPORARY_PASSWORD,
  ),
})

export const passwordChangedMail = (config: Config, user: Addressee): Mail => ({
  kind: 'password_change',
  recipients: [user.email],
  subject: 'Your password was changed',
  body: mailText(
    config,
    user.name,
    'The password of your account was changed just now.',
    'If it was not you, request a new password here at once, and reply to this e-mail:',
    linkTo(config, address('/request')),
  ),
})

const IF_NOT_YOU =
  'If it was not you, please reply to this e-mail at once, change your password, and see here where you are signed in:'

export const factorMail = (config: Config, user: Addressee, what: string): Mail => ({
  kind: 'second_factor',
  recipients: [user.email],
  subject: 'The second factor of your account was changed',
  body: mailText(config, user.name, what, IF_NOT_YOU, linkTo(config, address('/security'))),
})

export const factorResetMail = (config: Config, user: Addressee): Mail => ({
  kind: 'second_factor_reset',
  recipients: [user.email],
  subject: 'The second factor of your account was reset',
  body: mailText(
    config,
    user.name,
    'The administration office has removed the passkeys, the authenticator app and the recovery codes of your account and ended all your sessions. You can now sign in with your password alone. Then please set up a second factor again:',
    linkTo(config, address('/security')),
    'If you did not ask for this, change your password and reply to this e-mail at once.',
  ),
})

export const factorClosedMail = (
  config: Config,
  user: Addressee,
  attempts: number,
  pause: 'second_factor_pause' | 'second_factor_long_pause',
): Mail => ({
  kind: 'second_factor_closed',
  recipients: [user.email],
  subject: 'Someone could not complete a sign-in to your account',
  body: mailText(
    config,
    user.name,
    `Someone entered your correct password, and then ${attempts} times a wrong second factor. No one can complete a sign-in to your account for ${durationText(pause)}.`,
    'If it was not you, someone else knows your password. Change it at once, which ends all other sessions, and reply to this e-mail. If you are not signed in anywhere, request a new password here:',
    linkTo(config, address('/request')),
  ),
})

export const codeUsedMail = (config: Config, user: Addressee, left: number): Mail => ({
  kind: 'recovery_code_used',
  recipients: [user.email],
  subject: 'A recovery code was used to sign in',
  body: mailText(
    config,
    user.name,
    `Someone signed in to your account with your password and a recovery code just now. ${left === 1 ? 'One code is' : `${left || 'No'} codes are`} left; you can create new ones under Sign-in and security.`,
    IF_NOT_YOU,
    linkTo(config, address('/security')),
  ),
})

interface SignIn {
  at: Date
  address: string
  agent: string
}

export const newBrowserMail = (config: Config, user: Addressee, { at, ...from }: SignIn): Mail => ({
  kind: 'new_sign_in',
  recipients: [user.email],
  subject: 'A sign-in from a new browser',
  body: mailText(
    config,
    user.name,
    'Someone signed in to your account from a new browser:',
    `When: ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC\nBrowser: ${describeBrowser(from.agent)}\nAddress: ${from.address}`,
    'If it was you, no action is needed. If it was not you, change your password, which ends all other sessions, and reply to this e-mail:',
    linkTo(config, address('/password')),
  ),
})
