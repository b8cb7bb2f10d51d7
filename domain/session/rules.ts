import type { Role } from '../access.ts'
import { type Address, address } from '../address.ts'
import { length } from '../text.ts'
import { startPage } from './start.ts'

export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 200

/** Why `password` may not be the password of the user with `email`, or null (decisions: Session and passwords). */
export function whyNotPassword(
  password: string,
  email: string,
  isCommon: (password: string) => boolean,
): string | null {
  if (length(password) < PASSWORD_MIN)
    return `The new password must have at least ${PASSWORD_MIN} characters.`
  if (length(password) > PASSWORD_MAX) return `The new password must have at most ${PASSWORD_MAX} characters.`
  if (password.toLowerCase() === email.toLowerCase())
    return 'The new password must not be the e-mail address.'
  if (isCommon(password.toLowerCase())) return 'The new password is too common.'
  return null
}

interface Landing {
  roles: readonly Role[]
  generatedPassword: boolean
  /** A call has been opened. */
  hasTerm: boolean
  /** A second factor is asked of them and not set up. */
  owesSecondFactor: boolean
}

/**
 * Where a sign-in leads: a generated password must be changed first, then a second factor set up; an administrator opens the first call; a pure
 * proposer has a home of their own.
 */
export function landing({ roles, generatedPassword, hasTerm, owesSecondFactor }: Landing): Address {
  if (generatedPassword) return address('/password')
  if (owesSecondFactor) return address('/security')
  return roles.includes('admin') && !hasTerm ? address('/masters/terms/add') : startPage(roles)
}
