import { mailText } from '#domain/mail_text.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'

interface Addressee {
  name: string
  email: string
}

export const impersonationMail = (config: Config, user: Addressee, by: Addressee, until: string): Mail => ({
  kind: 'acted_as',
  recipients: [user.email],
  subject: 'An administrator is viewing the system as you',
  body: mailText(
    config,
    user.name,
    `${by.name} (${by.email}) is viewing the system as you, until ${formatUtc(until)} at the latest. Meanwhile nothing can be changed and no file downloaded.`,
    'This is done to help you and is recorded in the audit log. If you did not expect it, please reply to this e-mail.',
  ),
})
