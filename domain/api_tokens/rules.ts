import type { Scope } from '../access.ts'
import type { Endpoint } from '../endpoint.ts'
import type { ActorToken } from '../session/actor.ts'
import { durationMs } from '../session/durations.ts'
import type { Colour } from '../state_machine.ts'

/** Secret scanners find a token by its first characters: /\bao_token_[A-Za-z0-9]{43}\b/. */
export const TOKEN_PREFIX = 'ao_token_'
export const TOKEN_PATTERN = /^ao_token_[A-Za-z0-9]{43}$/u

export const MAX_TOKEN_NAME = 60
const DAY_MS = 24 * 3600 * 1000
export const MAX_TOKEN_DAYS = durationMs('api_token') / DAY_MS
const MAX_TOKENS = 20

/** What each scope lets a token do, as the form and the list say it. */
export const SCOPE_TEXTS: Record<Scope, { label: string; hint: string }> = {
  read_lists: { label: 'Read lists', hint: 'Every list of the call and the masters, and its CSV' },
  read_allocation: {
    label: 'Read allocation',
    hint: 'Allocation grids, assigned samples, distribution plans',
  },
  import_samples: { label: 'Import samples', hint: 'Adds and changes samples of the catalogue' },
  read_custody: { label: 'Read custody', hint: 'Loans, pieces, inventories, publications' },
}

/** `active`: the number of the maker's tokens that work. */
export const whyNotMakeToken = (active: number) =>
  active >= MAX_TOKENS ? `You have ${MAX_TOKENS} tokens that work. Revoke one first.` : null

export const whyNotRevokeToken = ({ revoked_at }: { revoked_at: string | null }) =>
  revoked_at === null ? null : 'This token is already revoked.'

/** Why a token cannot use an endpoint, or null. Whatever has no scope is closed to all of them. */
export function whyNotWithToken(
  { scope, anyScope }: Pick<Endpoint, 'scope' | 'anyScope'>,
  token: Pick<ActorToken, 'scopes'>,
): string | null {
  if (anyScope) return null
  if (scope === null) return 'This cannot be used with a token.'
  return token.scopes.includes(scope) ? null : `This needs a token with the scope ${scope}.`
}

/** 'Nightly import (…x7Qz)': how the audit log and mails name a token. */
export const tokenLabel = ({ name, ending }: { name: string; ending: string }) => `${name} (…${ending})`

/** `unusable`: its maker could not sign in now either, or is no longer of the office. */
export const TOKEN_STATES = ['active', 'unusable', 'ended', 'revoked'] as const
export type TokenState = (typeof TOKEN_STATES)[number]
export const TOKEN_STATE_TEXTS: Record<TokenState, { label: string; colour: Colour }> = {
  active: { label: 'Active', colour: 'green' },
  unusable: { label: 'Not usable', colour: 'orange' },
  ended: { label: 'Expired', colour: 'plain' },
  revoked: { label: 'Revoked', colour: 'plain' },
}

interface StoredToken {
  expires_at: string
  revoked_at: string | null
  revoked_why: string | null
  /** The name of who revoked it. */
  revoker: string | null
  maker: { disabled: boolean; office: boolean; owes_second_factor: boolean }
}

const NOT_BY_A_PERSON: Record<string, string> = {
  access_ended: "When its maker's access was ended",
  restored: 'When a backup was restored',
}

/** Whether a token works now, and why not ('' if it does or has ended). */
export function tokenState(token: StoredToken, now: Date): { state: TokenState; why: string } {
  const { expires_at, revoked_at, revoked_why, revoker, maker } = token
  if (revoked_at !== null)
    return { state: 'revoked', why: NOT_BY_A_PERSON[revoked_why ?? ''] ?? (revoker ? `By ${revoker}` : '') }
  if (Date.parse(expires_at) <= +now) return { state: 'ended', why: '' }
  if (maker.disabled) return { state: 'unusable', why: 'Its maker is disabled' }
  if (!maker.office) return { state: 'unusable', why: 'Its maker is no longer an administrator' }
  return maker.owes_second_factor
    ? { state: 'unusable', why: 'Its maker has to set up a second factor' }
    : { state: 'active', why: '' }
}
