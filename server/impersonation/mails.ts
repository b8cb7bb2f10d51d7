import { formatUtc } from '#domain/terms/rules.ts'
import type { Mail } from '../platform/outbox/queries.ts'

interface Addressee {
  name: string
  email: string
}

export const impersonationMail = (user: Addressee, by: Addressee, until: string): Mail => ({
  template: 'acted_as',
  recipients: [user.email],
  values: { name: user.name, by: `${by.name} (${by.email})`, until: formatUtc(until) },
})
