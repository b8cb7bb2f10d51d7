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
  subject: 'An administrator looks at the system as you see it',
  body: mailText(
    config,
    user.name,
    `${by.name} (${by.email}) looks at the system as you see it, until ${formatUtc(until)} at the latest. Nothing can be written meanwhile, and no file be taken.`,
    'It is done to help, and stands in the audit log. If you do not know what it is for, please answer this mail.',
  ),
})
