import type { Key } from 'react'
import type { RawSearch } from '../routing/navigation.ts'

const PREFIX = 'ao.list.'

const recall = (name: string) => JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null')
const remember = (name: string, what: unknown) => sessionStorage.setItem(PREFIX + name, JSON.stringify(what))

/** The query with which a list was last seen in this tab, by path. */
export const recallList = (path: string): RawSearch | null => recall(path)
export const rememberList = (path: string, search: RawSearch) => remember(path, search)
export const forgetList = (path: string) => sessionStorage.removeItem(PREFIX + path)

/** A page of a list as it was shown: what it was asked with, the keys of its rows, how many there are in all. */
export interface RememberedPage {
  query: Record<string, unknown>
  page: number
  per_page: number
  total: number
  keys: Key[]
  /** The head that it is sorted by: 'Total'. */
  by?: string | undefined
}

/** The page of a list that was last seen in this tab, by path. */
export const recallPage = (path: string): RememberedPage | null => recall(`shown.${path}`)
export const rememberPage = (path: string, shown: RememberedPage) => remember(`shown.${path}`, shown)

/** Forgets every list: they belong to the user who was signed in. */
export function forgetLists() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
