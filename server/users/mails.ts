import { address } from '#domain/address.ts'
import { linkTo, mailText } from '#domain/mail_text.ts'
import { durationText, TEMPORARY_PASSWORD } from '#domain/session/durations.ts'
import { STAFF_CHANGES, type StaffChange } from '#domain/users/staff_accounts.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'

interface Change {
  name: string
  email: string
  to: string
}

/** The address may be a stranger's, so nothing is in it that its sender typed, not even their name. */
export const confirmEmailMail = (config: Config, to: string, token: string): Mail => ({
  kind: 'email_confirmation',
  recipients: [to],
  subject: 'Confirm your new e-mail address',
  body: mailText(
    config,
    'user',
    `This e-mail address was entered as the new address of your account. To confirm it, open this link within ${durationText('email_link')} and sign in:`,
    linkTo(config, address('/myprofile', {}, { confirm: token })),
    'If you did not ask for this, you can ignore this e-mail. The account stays as it is.',
  ),
})

export const emailAskedMail = (config: Config, { name, email, to }: Change): Mail => ({
  kind: 'email_change_asked',
  recipients: [email],
  subject: 'A new e-mail address was requested for your account',
  body: mailText(
    config,
    name,
    `${to} was entered as the new e-mail address of your account. It takes effect once the link sent there is opened.`,
    'If it was you, no action is needed here. If it was not you, change your password and reply to this e-mail at once:',
    linkTo(config, address('/password')),
  ),
})

export const emailChangedMail = (config: Config, { name, email, to }: Change): Mail => ({
  kind: 'email_change',
  recipients: [email],
  subject: 'Your e-mail address was changed',
  body: mailText(
    config,
    name,
    `The e-mail address of your account was changed just now. From now on, sign in with ${to} as your ID:`,
    linkTo(config, address('/login')),
    'If it was not you, please reply to this e-mail at once.',
  ),
})

export const addressChangedMail = (
  config: Config,
  recipients: string[],
  by: { name: string },
  { id, name, email, to }: Change & { id: number },
): Mail => ({
  kind: 'address_change',
  recipients,
  subject: 'The e-mail address of a member or reviewer was changed',
  body: mailText(
    config,
    'administration office',
    `The e-mail address of ${name} was changed from ${email} to ${to} by ${by.name}.`,
    'Conflicts of interest based on the old address remain.',
    linkTo(config, address('/users/detail/$id', { id })),
  ),
})

/** Tells the other administrators of a change of a staff account, or asks one of them to confirm it. */
export const staffAccountMail = (
  config: Config,
  recipients: string[],
  by: { name: string; email: string } | null,
  user: { id: number | null; name: string; email: string },
  changes: readonly StaffChange[],
  waits: boolean,
): Mail => {
  const list = new Intl.ListFormat('en-GB').format(changes.map((change) => STAFF_CHANGES[change]))
  const who = by ? `${by.name} (${by.email})` : 'Someone at the command line of the server'
  return {
    kind: 'staff_account',
    recipients,
    subject: waits ? 'A change of a staff account awaits your confirmation' : 'A staff account was changed',
    body: mailText(
      config,
      'administration office',
      waits
        ? `${who} asks that ${user.name} (${user.email}) be ${list}. Another administrator has to confirm or dismiss this:`
        : `${user.name} (${user.email}) was ${list}. Done by: ${who}.`,
      linkTo(
        config,
        // A new account has no id yet.
        waits || user.id === null
          ? address('/users', {}, waits ? {} : { email: user.email })
          : address('/users/detail/$id', { id: user.id }),
      ),
      waits
        ? 'Please ask the person concerned before you confirm.'
        : 'If you do not know why, please ask the person concerned, and reply to this e-mail.',
    ),
  }
}

export const accountMail = (
  config: Config,
  user: { name: string; email: string },
  password: string,
): Mail => ({
  kind: 'account',
  recipients: [user.email],
  subject: 'Your account',
  body: mailText(
    config,
    user.name,
    `An account has been created for you. Sign in at ${linkTo(config, address('/login'))} with:`,
    `ID: ${user.email}\nPassword: ${password}`,
    TEMPORARY_PASSWORD,
  ),
})
