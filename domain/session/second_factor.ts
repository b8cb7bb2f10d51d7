import type { Role } from '../access.ts'
import type { Actor } from './actor.ts'

/** What can be shown beside the password. A recovery code stands in for the others, once. */
export const METHODS = ['passkey', 'totp', 'recovery'] as const
export type Method = (typeof METHODS)[number]
/** What each is called where it is told of. */
export const METHOD_NAMES: Record<Method, string> = {
  passkey: 'passkey',
  totp: 'authenticator app',
  recovery: 'recovery code',
}

/** The setting by which the office asks a second factor of its members and of the panel. */
export const REQUIRED_SETTING = 'second_factor_required'
export const RECOVERY_CODE_COUNT = 10
/** More is a mistake, or somebody who fills the table. */
const MAX_PASSKEYS = 20

/** The prefix of the calls that set up a second factor and list the own sessions. */
export const SECURITY_PATH = '/api/security'
const OPEN_WITHOUT_FACTOR = ['/api/change_password']
/** What is answered to who has to set one up first. */
export const SECOND_FACTOR_OWED =
  'Your role asks for a second factor. Please set one up on Sign-in and security.'

/** Of whom a second factor is asked where the setting is on: a proposer or reviewer alone is free to have one. */
export const requiresSecondFactor = (roles: readonly Role[]) =>
  roles.includes('admin') || roles.includes('panel')

/** Why a call is closed to a user who still has to set up a second factor, or null. Their every role waits. */
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

/** A user's factors: how many passkeys, and whether an authenticator app. */
export interface Factors {
  passkeys: number
  totp: boolean
}
export const hasFactor = ({ passkeys, totp }: Factors) => passkeys > 0 || totp

/** With what a sign-in can be finished; without a factor there is nothing to show. */
export const availableMethods = (factors: Factors, codes: number): Method[] =>
  hasFactor(factors)
    ? METHODS.filter((method) =>
        method === 'passkey' ? factors.passkeys > 0 : method === 'totp' ? factors.totp : codes > 0,
      )
    : []

/** Why no authenticator app can be set up, or null. */
export const whyNotAddApp = ({ totp }: Factors) =>
  totp ? 'You have an authenticator app already. Remove it first to set up another one.' : null

/** Why no passkey can be added, or null. `named`: whether the system is reached by a name, over https or on this machine. */
export function whyNotAddPasskey({ passkeys }: Factors, named: boolean): string | null {
  if (!named) return 'Passkeys need this system to be reached by a name and over https.'
  return passkeys >= MAX_PASSKEYS ? `You have ${MAX_PASSKEYS} passkeys. Remove one first.` : null
}

/** Why a factor can not be removed that leaves `left`, or null. `required`: the user's role asks for one. */
export const whyNotRemoveFactor = (left: Factors, required: boolean) =>
  required && !hasFactor(left)
    ? 'Your role asks for a second factor. Add another one before you remove this.'
    : null

/** Why there can be no recovery codes, or null. */
export const whyNotMakeRecoveryCodes = (factors: Factors) =>
  hasFactor(factors) ? null : 'Recovery codes stand in for a second factor. Set one up first.'

/** Why an administrator can not reset a user's second factor, or null. */
export function whyNotResetSecondFactor(
  actor: Pick<Actor, 'id'>,
  user: { id: number },
  factors: Factors,
): string | null {
  if (user.id === actor.id)
    return 'Another administrator resets yours. You add and remove your own on Sign-in and security.'
  return hasFactor(factors) ? null : 'This user has no second factor.'
}
