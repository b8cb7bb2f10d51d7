import type { Key } from 'react'
import type { RawSearch } from '../routing/search.ts'

const PREFIX = 'ao.list.'

const recall = (name: string) => JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null')
const remember = (name: string, what: unknown) => sessionStorage.setItem(PREFIX + name, JSON.stringify(what))

/** The query with which a list was last shown in this tab, by path. */
export const recallList = (path: string): RawSearch | null => recall(path)
export const rememberList = (path: string, search: RawSearch) => remember(path, search)
export const forgetList = (path: string) => sessionStorage.removeItem(PREFIX + path)

/** A page of a list as it was shown: its query, the keys of its rows and the total. */
export interface RememberedPage {
  query: Record<string, unknown>
  page: number
  per_page: number
  total: number
  keys: Key[]
  /** The header of the column that it is sorted by: 'Total'. */
  by?: string | undefined
}

/** The page of a list that was last shown in this tab, by path. */
export const recallPage = (path: string): RememberedPage | null => recall(`shown.${path}`)
export const rememberPage = (path: string, shown: RememberedPage) => remember(`shown.${path}`, shown)

/** Called when the user changes. */
export function forgetLists() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
