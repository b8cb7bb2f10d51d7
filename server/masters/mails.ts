import { address } from '#domain/address.ts'
import { linkTo } from '#domain/mail_text.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'

/** Tells the other administrators that changes of staff accounts wait for no one any longer. */
export const twoPersonsOffMail = (
  config: Config,
  recipients: string[],
  by: { name: string; email: string },
): Mail => ({
  template: 'two_persons_off',
  recipients,
  values: { by: `${by.name} (${by.email})`, link: linkTo(config, address('/masters/settings')) },
})
