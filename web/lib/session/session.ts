import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, use, useRef } from 'react'
import type { Role } from '#domain/access.ts'
import { type Address, address, addressFrom } from '#domain/address.ts'
import { isOffice } from '#domain/session/actor.ts'
import type { SessionUser } from '#domain/session/contract.ts'
import { startPage } from '#domain/session/rules.ts'
import { api } from '../http/api.ts'
import { failureKind } from '../http/failures.ts'
import { setTabUser, tabUser } from '../http/tab_session.ts'
import { forgetLists } from '../lists/list_memory.ts'

const CHECK_AGE = 30_000

/** The call that says who is signed in, 0 for nobody; checked again on a navigation half a minute later. */
export const loginUserQuery = queryOptions({
  queryKey: api.session.loginUser.key(),
  queryFn: () => api.session.loginUser(),
  staleTime: CHECK_AGE,
})

/** Who was signed in when the server last answered, where it answers no more; throws when nobody knows. */
export function lastKnownUser(queries: QueryClient, error: unknown) {
  const user = queries.getQueryData(loginUserQuery.queryKey)
  if (user === undefined || failureKind(error) !== 'unreachable') throw error
  return user
}

/** Who is signed in, or null for a visitor. */
export function useOptionalUser(): SessionUser | null {
  return useQuery(loginUserQuery).data || null
}

/** The signed-in user, for screens behind the guard. */
export function useUser(): SessionUser {
  const now = useOptionalUser()
  // While an ended session is led to /login, the screen that is still there keeps its user.
  const last = useRef(now)
  if (now) last.current = now
  if (!last.current) throw new Error('Nobody is signed in.')
  return last.current
}

/** True when the signed-in user has one of `roles`. */
export function useHasRole(...roles: Role[]): boolean {
  const user = useOptionalUser()
  return user !== null && roles.some((role) => user.role.includes(role))
}

/** True for the administration office. */
export const useIsOffice = () => {
  const user = useOptionalUser()
  return user !== null && isOffice({ ...user, roles: user.role })
}

/** A user has signed in: nothing of anybody before is kept. */
export function startSession(queries: QueryClient, user: SessionUser) {
  forgetLists()
  queries.clear()
  queries.setQueryData(loginUserQuery.queryKey, user)
  setTabUser(user.id)
}

/** Signs out here and on the server. */
export async function signOut(queries: QueryClient) {
  await api.session.logout()
  setTabUser(null)
  sessionStorage.removeItem(EXPIRED_KEY)
  forgetLists()
  endSession(queries)
}

/** The session looks with other eyes now: all is loaded anew, from the screen that its user begins at. */
export async function reloadFromStartPage() {
  const user = await api.session.loginUser()
  forgetLists()
  window.location.assign(user ? startPage(user.role) : address('/login'))
}

/** Nobody is signed in any more, and nothing of what they saw is kept. */
export function endSession(queries: QueryClient) {
  queries.clear()
  queries.setQueryData(loginUserQuery.queryKey, 0)
}

const EXPIRED_KEY = 'ao.lapsed'
interface ExpiredSession {
  user: number
  href: string
}

/** Remembers the page on which the session of this tab's user ended; a first visit is no lapse. */
export function rememberExpiredSession(href: string) {
  const user = tabUser()
  if (user) sessionStorage.setItem(EXPIRED_KEY, JSON.stringify({ user, href } satisfies ExpiredSession))
  setTabUser(null)
}

/** Somebody is signed in where this tab is: it is their session that can end, and none has ended any more. */
export function recordSignedInUser(user: SessionUser) {
  setTabUser(user.id)
  sessionStorage.removeItem(EXPIRED_KEY)
}

/** True while a session has ended in this tab and nobody has signed in since. */
export const hasSessionExpired = () => sessionStorage.getItem(EXPIRED_KEY) !== null

/** The page that `user` was on when the session ended, once; null when there is none or it was somebody else's. */
export function takeExpiredPage(user: number): Address | null {
  const lapse: ExpiredSession | null = JSON.parse(sessionStorage.getItem(EXPIRED_KEY) ?? 'null')
  sessionStorage.removeItem(EXPIRED_KEY)
  return lapse?.user === user ? addressFrom(lapse.href) : null
}

/** What happens when the session turns out to have ended; given by the app. */
export const SessionExpiredContext = createContext<() => void>(() => {})

export const useSessionExpired = () => use(SessionExpiredContext)
