import type { Role } from '../access.ts'
import type { Actor } from './actor.ts'

/** Second factors of a sign-in. A recovery code replaces the others, once. */
export const METHODS = ['passkey', 'totp', 'recovery'] as const
export type Method = (typeof METHODS)[number]
export const METHOD_NAMES: Record<Method, string> = {
  passkey: 'passkey',
  totp: 'authenticator app',
  recovery: 'recovery code',
}

/** The setting that requires a second factor of office, panel and curation. */
export const REQUIRED_SETTING = 'second_factor_required'
export const RECOVERY_CODE_COUNT = 10
const MAX_PASSKEYS = 20

/** Prefix of the endpoints for the user's own factors and sessions. */
export const SECURITY_PATH = '/api/security'
const OPEN_WITHOUT_FACTOR = ['/api/change_password']
export const SECOND_FACTOR_OWED = 'Your role requires a second factor. Set one up on Sign-in and security.'

/** Whether the setting applies to a user with these roles. For proposers and reviewers a second factor is optional. */
export const requiresSecondFactor = (roles: readonly Role[]) =>
  roles.includes('admin') || roles.includes('panel') || roles.includes('curation')

/** Why an endpoint is closed until the user has set up a second factor, or null. It closes all their roles. */
export const whyNotBeforeSecondFactor = (
  actor: Pick<Actor, 'owes_second_factor'>,
  path: string,
): string | null =>
  actor.owes_second_factor &&
  path !== SECURITY_PATH &&
  !path.startsWith(`${SECURITY_PATH}/`) &&
  !OPEN_WITHOUT_FACTOR.includes(path)
    ? SECOND_FACTOR_OWED
    : null

/** `passkeys` is their number, `totp` whether an authenticator app is set up. */
export interface Factors {
  passkeys: number
  totp: boolean
}
export const hasFactor = ({ passkeys, totp }: Factors) => passkeys > 0 || totp

/** Second factors that the user can sign in with; empty if none is set up, whatever recovery codes exist. */
export const availableMethods = (factors: Factors, codes: number): Method[] =>
  hasFactor(factors)
    ? METHODS.filter((method) =>
        method === 'passkey' ? factors.passkeys > 0 : method === 'totp' ? factors.totp : codes > 0,
      )
    : []

export const whyNotAddApp = ({ totp }: Factors) =>
  totp ? 'You have an authenticator app already. Remove it first to set up another one.' : null

/** `supported`: WebAuthn needs a host name and https, or localhost. */
export function whyNotAddPasskey({ passkeys }: Factors, supported: boolean): string | null {
  if (!supported) return 'Passkeys need this system to be reached by a name and over https.'
  return passkeys >= MAX_PASSKEYS ? `You have ${MAX_PASSKEYS} passkeys. Remove one first.` : null
}

/** `left` are the factors after the removal; `required`: the user's role requires one. */
export const whyNotRemoveFactor = (left: Factors, required: boolean) =>
  required && !hasFactor(left)
    ? 'Your role requires a second factor. Add another one before you remove this.'
    : null

export const whyNotMakeRecoveryCodes = (factors: Factors) =>
  hasFactor(factors) ? null : 'Recovery codes stand in for a second factor. Set one up first.'

export function whyNotResetSecondFactor(
  actor: Pick<Actor, 'id'>,
  user: { id: number },
  factors: Factors,
): string | null {
  if (user.id === actor.id)
    return 'Another administrator resets yours. You add and remove your own on Sign-in and security.'
  return hasFactor(factors) ? null : 'This user has no second factor.'
}
