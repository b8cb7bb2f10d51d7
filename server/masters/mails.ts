import { address } from '#domain/address.ts'
import { linkTo, mailText } from '#domain/mail_text.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'

/** Tells the other administrators that changes of staff accounts wait for no one any longer. */
export const secondAdministratorOffMail = (
  config: Config,
  recipients: string[],
  by: { name: string; email: string },
): Mail => ({
  kind: 'second_administrator_off',
  recipients,
  subject: 'Staff accounts no longer require a second administrator',
  body: mailText(
    config,
    'administration office',
    `${by.name} (${by.email}) has turned off the setting "Require a second administrator for staff accounts". Each change of a staff account is still e-mailed to you.`,
    linkTo(config, address('/masters/settings')),
    'If you do not know why, please ask the person concerned, and reply to this e-mail.',
  ),
})
