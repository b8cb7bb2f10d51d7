import { lines } from 'virtual:contract-lines'
import { transport } from './transport.ts'

/**
 * The token that this tab's writing calls carry. It goes with a session, so another tab's signing in or out changes the
 * cookie but not what is held here, and the next call says so with a 419 before anything is done in another's name.
 */
let held = ''

export const heldToken = () => held

/** Reads the token from the cookie. */
export function takeToken() {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith('XSRF-TOKEN='))
  held = cookie ? decodeURIComponent(cookie.slice('XSRF-TOKEN='.length)) : ''
}

/** Requests a token for the browser's current session. */
export async function freshToken() {
  await transport({ method: 'GET', path: lines.session.csrfCookie.path, headers: {}, body: undefined })
  takeToken()
}

const USER = 'ao.user'

/** The id of the user whose screens this tab shows; null for a visitor. */
export const tabUser = () => Number(sessionStorage.getItem(USER)) || null

export function setTabUser(id: number | null) {
  if (id === null) sessionStorage.removeItem(USER)
  else sessionStorage.setItem(USER, String(id))
}
