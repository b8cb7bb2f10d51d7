import { lines } from 'virtual:public-lines'
import { transport } from './transport.ts'

/**
 * The CSRF token of this tab's session. If another tab signs in or out, the cookie changes but not this token, so the
 * server answers 419 before anything is done in another user's name.
 */
let csrfToken = ''

export const heldToken = () => csrfToken

/** Reads the token from the cookie. */
export function takeToken() {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith('XSRF-TOKEN='))
  csrfToken = cookie ? decodeURIComponent(cookie.slice('XSRF-TOKEN='.length)) : ''
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
