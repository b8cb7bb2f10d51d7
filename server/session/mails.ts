import { address } from '#domain/address.ts'
import { linkTo } from '#domain/mail_text.ts'
import { durationText } from '#domain/session/durations.ts'
import { type EndedAccess, revokedTokensText } from '#domain/session/ended_access.ts'
import { describeBrowser } from '#domain/session/user_agent.ts'
import { listNames } from '#domain/text.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'

interface Addressee {
  name: string
  email: string
}

export const resetLinkMail = (config: Config, user: Addressee, token: string): Mail => ({
  template: 'password_request',
  recipients: [user.email],
  values: {
    name: user.name,
    link: linkTo(config, address('/password/reset/$token', { token }, { email: user.email })),
    valid_for: durationText('reset_link'),
  },
})

interface EndedByReset extends Pick<EndedAccess, 'api_tokens'> {
  /** The labels of the providers whose accounts have to be confirmed again. */
  unlinked: readonly string[]
}

export const newPasswordMail = (
  config: Config,
  user: Addressee,
  password: string,
  ended: EndedByReset,
): Mail => ({
  template: 'password_reset',
  recipients: [user.email],
  values: {
    name: user.name,
    id: user.email,
    password,
    ended: [revokedTokensText(ended), toConfirmText(ended)].filter(Boolean).join(' '),
    link: linkTo(config, address('/login')),
  },
})

const toConfirmText = ({ unlinked }: EndedByReset) =>
  unlinked.length === 0
    ? ''
    : `Sign-in with ${listNames(unlinked, unlinked.length)} works again once you have confirmed it with the new password.`

export const passwordChangedMail = (config: Config, user: Addressee): Mail => ({
  template: 'password_change',
  recipients: [user.email],
  values: { name: user.name, link: linkTo(config, address('/request')) },
})

const securityLink = (config: Config) => linkTo(config, address('/security'))

/** `change`: what was changed, in a sentence. */
export const factorMail = (config: Config, user: Addressee, change: string): Mail => ({
  template: 'second_factor',
  recipients: [user.email],
  values: { name: user.name, change, link: securityLink(config) },
})

/** `change`: what was changed, in a sentence. */
export const providerMail = (config: Config, user: Addressee, change: string): Mail => ({
  template: 'provider_link',
  recipients: [user.email],
  values: { name: user.name, change, link: securityLink(config) },
})

export const providerUnlinkedMail = (
  config: Config,
  user: Addressee,
  { provider, account, ended }: { provider: string; account: string; ended: EndedAccess },
): Mail => ({
  template: 'provider_unlinked',
  recipients: [user.email],
  values: {
    name: user.name,
    provider,
    account,
    ended: revokedTokensText(ended),
    link: securityLink(config),
  },
})

export const factorResetMail = (config: Config, user: Addressee, ended: EndedAccess): Mail => ({
  template: 'second_factor_reset',
  recipients: [user.email],
  values: { name: user.name, ended: revokedTokensText(ended), link: securityLink(config) },
})

export const factorClosedMail = (
  config: Config,
  user: Addressee,
  attempts: number,
  pause: 'second_factor_pause' | 'second_factor_long_pause',
): Mail => ({
  template: 'second_factor_closed',
  recipients: [user.email],
  values: {
    name: user.name,
    attempts: String(attempts),
    pause: durationText(pause),
    link: linkTo(config, address('/request')),
  },
})

export const codeUsedMail = (config: Config, user: Addressee, left: number): Mail => ({
  template: 'recovery_code_used',
  recipients: [user.email],
  values: {
    name: user.name,
    codes_left: left === 1 ? 'One code is left' : `${left || 'No'} codes are left`,
    link: securityLink(config),
  },
})

interface SignIn {
  at: Date
  address: string
  agent: string
}

export const newBrowserMail = (config: Config, user: Addressee, { at, ...from }: SignIn): Mail => ({
  template: 'new_sign_in',
  recipients: [user.email],
  values: {
    name: user.name,
    when: `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    browser: describeBrowser(from.agent),
    address: from.address,
    link: linkTo(config, address('/password')),
  },
})
