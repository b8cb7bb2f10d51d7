const USER = 'ao.user'

/** Whose screens this tab shows, by id; null for a visitor's. */
export const tabUser = () => Number(sessionStorage.getItem(USER)) || null

/** From now on the tab shows this user's screens, or a visitor's. */
export function setTabUser(id: number | null) {
  if (id === null) sessionStorage.removeItem(USER)
  else sessionStorage.setItem(USER, String(id))
}
