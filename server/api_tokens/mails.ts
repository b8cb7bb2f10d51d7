import type { Scope } from '#domain/access.ts'
import { address } from '#domain/address.ts'
import { SCOPE_TEXTS, tokenLabel } from '#domain/api_tokens/rules.ts'
import { linkTo } from '#domain/mail_text.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'

interface MadeToken {
  name: string
  ending: string
  scopes: readonly Scope[]
  expires_at: string
}

/** Tells the other administrators of a token, without the token. */
export const tokenMail = (
  config: Config,
  recipients: string[],
  by: { name: string; email: string },
  token: MadeToken,
): Mail => ({
  template: 'api_token',
  recipients,
  values: {
    by: `${by.name} (${by.email})`,
    token_name: tokenLabel(token),
    scopes: new Intl.ListFormat('en-GB').format(
      token.scopes.map((scope) => SCOPE_TEXTS[scope].label.toLowerCase()),
    ),
    until: formatUtc(token.expires_at),
    link: linkTo(config, address('/system/tokens')),
  },
})
