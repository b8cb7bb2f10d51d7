import { allows } from '#domain/access.ts'
import { screenAt } from '#domain/screens.ts'
import type { SessionUser } from '#domain/session/contract.ts'

/** Screens for a user who has to set up a second factor first. */
const WHILE_OWING: string[] = ['/security', '/password']

/** Where a visitor or user is redirected from `pathname`; null if they may stay (part 1, section 2). */
export function whereInstead(
  pathname: string,
  user: SessionUser | null,
): '/login' | '/denied' | '/security' | null {
  const screen = screenAt(pathname)
  // An unknown path is Not Found for everyone.
  if (!screen || screen.access === 'public') return null
  if (!user) return /^\/(auth|login)/u.test(pathname) ? null : '/login'
  if (user.owes_second_factor) return WHILE_OWING.includes(screen.path) ? null : '/security'
  if (allows(screen.access, user.role)) return null
  return pathname === '/' ? '/login' : '/denied'
}
