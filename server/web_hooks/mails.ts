import { address } from '#domain/address.ts'
import { linkTo } from '#domain/mail_text.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import type { Config } from '../platform/config.ts'
import type { TemplateMail } from '../platform/outbox/queries.ts'

type SwitchedOffMail = Extract<TemplateMail, { template: 'web_hook_off' }>

/** Tells the office that a web hook has kept failing and is off. */
export const switchedOffMail = (
  config: Config,
  recipients: string[],
  hook: { id: number; name: string; failing_since: string },
  error: string,
): SwitchedOffMail => ({
  template: 'web_hook_off',
  recipients,
  values: {
    hook: hook.name,
    since: formatUtc(hook.failing_since),
    error,
    link: linkTo(config, address('/system/web-hooks/edit/$id', { id: hook.id })),
  },
})
