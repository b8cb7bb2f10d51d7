import { address } from '#domain/address.ts'
import { linkTo } from '#domain/mail_text.ts'
import { durationText } from '#domain/session/durations.ts'
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
  template: 'email_confirmation',
  recipients: [to],
  values: {
    link: linkTo(config, address('/myprofile', {}, { confirm: token })),
    valid_for: durationText('email_link'),
  },
})

export const emailAskedMail = (config: Config, { name, email, to }: Change): Mail => ({
  template: 'email_change_asked',
  recipients: [email],
  values: { name, new_email: to, link: linkTo(config, address('/password')) },
})

export const emailChangedMail = (config: Config, { name, email, to }: Change): Mail => ({
  template: 'email_change',
  recipients: [email],
  values: { name, new_email: to, link: linkTo(config, address('/login')) },
})

export const addressChangedMail = (
  config: Config,
  recipients: string[],
  by: { name: string },
  { id, name, email, to }: Change & { id: number },
): Mail => ({
  template: 'address_change',
  recipients,
  values: {
    user: name,
    old_email: email,
    new_email: to,
    by: by.name,
    link: linkTo(config, address('/users/detail/$id', { id })),
  },
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
  const values = {
    by: by ? `${by.name} (${by.email})` : 'Someone at the command line of the server',
    user: user.name,
    user_email: user.email,
    changes: new Intl.ListFormat('en-GB').format(changes.map((change) => STAFF_CHANGES[change])),
  }
  if (waits)
    return {
      template: 'staff_account_request',
      recipients,
      values: { ...values, link: linkTo(config, address('/users')) },
    }
  // A new account has no id yet.
  const to =
    user.id === null
      ? address('/users', {}, { email: user.email })
      : address('/users/detail/$id', { id: user.id })
  return { template: 'staff_account', recipients, values: { ...values, link: linkTo(config, to) } }
}

export const accountMail = (
  config: Config,
  user: { name: string; email: string },
  password: string,
): Mail => ({
  template: 'account',
  recipients: [user.email],
  values: { name: user.name, id: user.email, password, link: linkTo(config, address('/login')) },
})
