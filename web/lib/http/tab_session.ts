import { lines } from 'virtual:contract-lines'
import { transport } from './transport.ts'

/**
 * The token that this tab's writing calls carry. It goes with a session, so another tab's signing in or out changes the
 * cookie but not what is held here, and the next call says so with a 419 before anything is done in another's name.
 */
let held = ''

export const heldToken = () => held

/** Takes the token that the cookie has now. */
export function takeToken() {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith('XSRF-TOKEN='))
  held = cookie ? decodeURIComponent(cookie.slice('XSRF-TOKEN='.length)) : ''
}

/** Asks for the token that goes with the browser's session as it is now, and takes it. */
export async function freshToken() {
  await transport({ method: 'GET', path: lines.session.csrfCookie.path, headers: {}, body: undefined })
  takeToken()
}

const USER = 'ao.user'

/** Whose screens this tab shows, by id; null for a visitor's. */
export const tabUser = () => Number(sessionStorage.getItem(USER)) || null

/** From now on the tab shows this user's screens, or a visitor's. */
export function setTabUser(id: number | null) {
  if (id === null) sessionStorage.removeItem(USER)
  else sessionStorage.setItem(USER, String(id))
}
