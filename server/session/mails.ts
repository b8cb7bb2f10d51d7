import { address } from '#domain/address.ts'
import { linkTo, mailText } from '#domain/mail_text.ts'
import { describeBrowser } from '#domain/session/user_agent.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queue.ts'

interface Addressee {
  name: string
  email: string
}

/** The link that resets a password; whoever holds it may, for an hour. */
export const resetLinkMail = (config: Config, user: Addressee, token: string): Mail => ({
  kind: 'password_request',
  recipients: [user.email],
  subject: 'Password reset',
  body: mailText(
    config,
    user.name,
    'A password reset was requested for your account. To get a new password, open this link within 60 minutes and press "Reset":',
    linkTo(config, address('/password/reset/$token', { token }, { email: user.email })),
    'If you did not ask for it, do nothing: your password stays as it is.',
  ),
})

/** A generated password, on a line of its own. */
export const newPasswordMail = (config: Config, user: Addressee, password: string): Mail => ({
  kind: 'password_reset',
  recipients: [user.email],
  subject: 'Your new password',
  body: mailText(
    config,
    user.name,
    `Your password was reset. Sign in at ${linkTo(config, address('/login'))} with:`,
    `ID: ${user.email}\nPassword: ${password}`,
    'You are asked for a password of your own when you sign in. This one lapses after 14 days.',
  ),
})

/** Tells the owner of an account that its password was changed. */
export const passwordChangedMail = (config: Config, user: Addressee): Mail => ({
  kind: 'password_change',
  recipients: [user.email],
  subject: 'Your password was changed',
  body: mailText(
    config,
    user.name,
    'The password of your account was changed just now. If it was not you, answer this mail at once.',
  ),
})

interface MailOwner {
  name: string
  email: string
}

const IF_NOT =
  'If it was not you, answer this mail at once, change your password, and see here where you are signed in:'

/** Tells the owner of an account what happened to its second factor. */
export const factorMail = (config: Config, user: MailOwner, what: string): Mail => ({
  kind: 'second_factor',
  recipients: [user.email],
  subject: 'The second factor of your account was changed',
  body: mailText(config, user.name, what, IF_NOT, linkTo(config, address('/security'))),
})

/** Tells the owner of an account that the office has taken its second factor away. */
export const factorResetMail = (config: Config, user: MailOwner): Mail => ({
  kind: 'second_factor_reset',
  recipients: [user.email],
  subject: 'The second factor of your account was reset',
  body: mailText(
    config,
    user.name,
    'The administration office has removed the passkeys, the authenticator app and the recovery codes of your account, and has ended its sessions. You sign in with your password alone; then set up a second factor anew:',
    linkTo(config, address('/security')),
    'If you did not ask for it, change your password and answer this mail at once.',
  ),
})

/** Tells the owner that a recovery code was used, and how many are left. */
export const codeUsedMail = (config: Config, user: MailOwner, left: number): Mail => ({
  kind: 'recovery_code_used',
  recipients: [user.email],
  subject: 'A recovery code was used to sign in',
  body: mailText(
    config,
    user.name,
    `Somebody signed in to your account with your password and a recovery code just now. ${left === 1 ? 'One code is' : `${left || 'No'} codes are`} left; on Sign-in and security you can make new ones.`,
    IF_NOT,
    linkTo(config, address('/security')),
  ),
})

/** From where and when somebody signed in. */
interface SignIn {
  at: Date
  address: string
  agent: string
}

/** Tells the owner of a sign-in in a browser that they were never seen in. */
export const newBrowserMail = (config: Config, user: MailOwner, { at, ...from }: SignIn): Mail => ({
  kind: 'new_sign_in',
  recipients: [user.email],
  subject: 'A sign-in from a new browser',
  body: mailText(
    config,
    user.name,
    'Somebody signed in to your account in a browser that was not seen with it before:',
    `When: ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC\nBrowser: ${describeBrowser(from.agent)}\nAddress: ${from.address}`,
    'If it was you, there is nothing to do. If it was not, change your password, which ends every other session, and answer this mail:',
    linkTo(config, address('/password')),
  ),
})
