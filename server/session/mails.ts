import { address } from '#domain/address.ts'
import { linkTo, mailText } from '#domain/mail_text.ts'
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
