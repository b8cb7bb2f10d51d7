import type { RawSearch } from './search.ts'

const PREFIX = 'ao.list.'

/** The query with which a list was last seen in this tab, by path. */
export const recallList = (path: string): RawSearch | null =>
  JSON.parse(sessionStorage.getItem(PREFIX + path) ?? 'null')

export const rememberList = (path: string, search: RawSearch) =>
  sessionStorage.setItem(PREFIX + path, JSON.stringify(search))

export const forgetList = (path: string) => sessionStorage.removeItem(PREFIX + path)

/** Forgets every list: they belong to the user who was signed in. */
export function forgetLists() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
