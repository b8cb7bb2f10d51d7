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
  /** At least one term has been opened. */
  hasTerm: boolean
  /** A required second factor is not set up yet. */
  owesSecondFactor: boolean
}

/**
 * The first page after signing in: change a generated password, then set up a required second factor; an administrator
 * opens the first term; a user who is only a proposer has a home page of their own.
 */
export function landingPage({ roles, generatedPassword, hasTerm, owesSecondFactor }: SignedInUser): Address {
  if (generatedPassword) return address('/password')
  if (owesSecondFactor) return address('/security')
  return roles.includes('admin') && !hasTerm ? address('/masters/terms/add') : startPage(roles)
}

/** The dashboard for admin, panel and reviewer; loans for curation, and the home page for a user who is only a proposer. */
export const startPage = (roles: readonly Role[]) =>
  address(allows(reviewers, roles) ? '/' : roles.includes('curation') ? '/loans' : '/mypage')

export const NO_EMAIL = 'Please enter your email address'
export const NO_PASSWORD = 'Please enter your password'
