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
import { storeItem } from './local_storage.ts'

const CHECK_AGE = 30_000

/** Who is signed in, 0 for nobody; stale after half a minute, so that a later navigation checks again. */
export const loginUserQuery = queryOptions({
  queryKey: api.session.loginUser.key(),
  queryFn: () => api.session.loginUser(),
  staleTime: CHECK_AGE,
})

/** The user of the last answer if the server is unreachable now; otherwise throws `error`. */
export function lastKnownUser(queries: QueryClient, error: unknown) {
  const user = queries.getQueryData(loginUserQuery.queryKey)
  if (user === undefined || failureKind(error) !== 'unreachable') throw error
  return user
}

/** The signed-in user, or null for a visitor. */
export function useOptionalUser(): SessionUser | null {
  return useQuery(loginUserQuery).data || null
}

/** The signed-in user, for screens that need one. */
export function useUser(): SessionUser {
  const now = useOptionalUser()
  // When the session ends, the screen stays mounted until /login replaces it.
  const last = useRef(now)
  if (now) last.current = now
  if (!last.current) throw new Error('Nobody is signed in.')
  return last.current
}

/** True if the signed-in user has one of `roles`. */
export function useHasRole(...roles: Role[]): boolean {
  const user = useOptionalUser()
  return user !== null && roles.some((role) => user.role.includes(role))
}

/** True for the administration office. */
export const useIsOffice = () => {
  const user = useOptionalUser()
  return user !== null && isOffice({ ...user, roles: user.role })
}

/** True while an administrator views as the signed-in user: nothing can be changed, and no draft is read or written. */
export const useIsReadOnly = () => useOptionalUser()?.acting !== undefined

/** Starts a session in the browser and drops everything cached for the previous user. */
export function startSession(queries: QueryClient, user: SessionUser) {
  forgetLists()
  queries.clear()
  queries.setQueryData(loginUserQuery.queryKey, user)
  setTabUser(user.id)
}

/** Signs out on the server, here and in the other tabs. */
export async function signOut(queries: QueryClient) {
  await api.session.logout()
  forgetTabUser()
  endSession(queries)
  storeItem(SIGNED_OUT_KEY, new Date().toISOString())
}

/** Forgets whom this tab showed, and where. */
export function forgetTabUser() {
  setTabUser(null)
  sessionStorage.removeItem(EXPIRED_KEY)
  forgetLists()
}

/** Written at each sign-out, for the other tabs to hear. */
const SIGNED_OUT_KEY = 'ao.signed_out'

/** Calls back when another tab has signed out while this one shows a user; returns how to stop that. */
export function onSignedOutElsewhere(callback: () => void) {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === SIGNED_OUT_KEY && newValue !== null && tabUser() !== null) callback()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

/** A page that the browser kept for Back may show someone who has signed out since. */
export function reloadRestoredPage() {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
}

/** Reloads the app at the user's start page, after impersonation has begun or ended. */
export async function reloadFromStartPage() {
  // Where that cannot be read, /login is reached, which offers to go on.
  const user = await api.session.loginUser().catch(() => 0 as const)
  forgetLists()
  window.location.assign(user ? startPage(user.role) : address('/login'))
}

/** Drops everything cached for the user, who is no longer signed in. */
export function endSession(queries: QueryClient) {
  queries.clear()
  queries.setQueryData(loginUserQuery.queryKey, 0)
}

const EXPIRED_KEY = 'ao.lapsed'
interface ExpiredSession {
  user: number
  href: string
}

const expiredSession = (): ExpiredSession | null => JSON.parse(sessionStorage.getItem(EXPIRED_KEY) ?? 'null')

/** Remembers the page on which the session ended. A first visit has no session that could end. */
export function rememberExpiredSession(href: string) {
  const user = tabUser()
  if (user) sessionStorage.setItem(EXPIRED_KEY, JSON.stringify({ user, href } satisfies ExpiredSession))
  setTabUser(null)
}

/**
 * Records the signed-in user of this tab and forgets an earlier expired session. What was loaded for another user, before
 * another tab signed in, or started or stopped impersonating, is dropped.
 */
export function recordSignedInUser(queries: QueryClient, user: SessionUser) {
  const shown = tabUser() ?? expiredSession()?.user ?? null
  if (shown !== null && shown !== user.id) startSession(queries, user)
  else setTabUser(user.id)
  sessionStorage.removeItem(EXPIRED_KEY)
}

/** True from the end of this tab's session until someone signs in. */
export const hasSessionExpired = () => sessionStorage.getItem(EXPIRED_KEY) !== null

/** Returns the page on which the session of `user` ended and forgets it; null if there is none or it was another user's. */
export function takeExpiredPage(user: number): Address | null {
  const expired = expiredSession()
  sessionStorage.removeItem(EXPIRED_KEY)
  return expired?.user === user ? addressFrom(expired.href) : null
}

/** The app's handler for a session that has ended. */
export const SessionExpiredContext = createContext<() => void>(() => {})

export const useSessionExpired = () => use(SessionExpiredContext)
