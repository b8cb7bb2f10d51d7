import { allows, type Role, reviewers } from '../access.ts'
import { type Address, address } from '../address.ts'
import { length } from '../text.ts'

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

interface SignedInUser {
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
export function landingPage({ roles, generatedPassword, hasTerm, owesSecondFactor }: SignedInUser): Address {
  if (generatedPassword) return address('/password')
  if (owesSecondFactor) return address('/security')
  return roles.includes('admin') && !hasTerm ? address('/masters/terms/add') : startPage(roles)
}

/** Where a signed-in user begins: the dashboard for admin, panel and reviewer, home for a pure proposer. */
export const startPage = (roles: readonly Role[]) => address(allows(reviewers, roles) ? '/' : '/mypage')

/** What is said of a sign-in that says nothing. */
export const NO_EMAIL = 'Please enter your email address'
export const NO_PASSWORD = 'Please enter your password'
