import { MOST_OPENED, openedAt } from '#domain/search/opened.ts'
import { storeItem } from './local_storage.ts'

const itemOf = (user: number) => `ao.opened.${user}`

/** The objects that a user opened last on this device, the newest first: kinds and ids alone. */
export function readOpened(user: number): string[] {
  try {
    const keys: unknown = JSON.parse(localStorage.getItem(itemOf(user)) ?? '[]')
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

/** Remembers the object whose screen is at a path, if there is one. */
export function rememberOpened(user: number, pathname: string) {
  const key = openedAt(pathname)
  if (key === null) return
  const others = readOpened(user).filter((one) => one !== key)
  storeItem(itemOf(user), JSON.stringify([key, ...others].slice(0, MOST_OPENED)))
}
