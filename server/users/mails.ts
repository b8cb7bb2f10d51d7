import { address } from '#domain/address.ts'
import type { Config } from '../platform/config.ts'
import { letter, linkTo } from '../platform/outbox/letter.ts'
import type { Mail } from '../platform/outbox/queue.ts'

interface Change {
  name: string
  email: string
  to: string
}

/** The link that confirms a new e-mail, sent to it. */
export const confirmEmailMail = (config: Config, { name, to }: Change, token: string): Mail => ({
  kind: 'email_confirmation',
  recipients: [to],
  secret: true,
  subject: 'Please confirm your new e-mail address',
  body: letter(
    config,
    name,
    'This address was entered as the new one of your account. To confirm it, sign in and open this address within 24 hours:',
    linkTo(config, address('/myprofile', {}, { confirm: token })),
    'If you did not ask for it, do nothing: the account stays as it is.',
  ),
})

/** Tells the old address that the account has another one now. */
export const emailChangedMail = (config: Config, { name, email, to }: Change): Mail => ({
  kind: 'email_change',
  recipients: [email],
  subject: 'Your e-mail address was changed',
  body: letter(
    config,
    name,
    `The e-mail address of your account was changed just now to ${to}; it is your ID from now on. If it was not you, answer this mail at once.`,
  ),
})
