import type { z } from 'zod'
import { type ScreenPath, screenAt } from './screens.ts'

/** Whether `text` is the address of a screen, with or without query and fragment. */
export const isScreenAddress = (text: string) => screenAt(text.split(/[?#]/u)[0]!) !== null

/** The address of a screen, '/users/detail/3?tab=tab-2'. Only `address` and `addressFrom` make one. */
export type Address = string & z.$brand<'Address'>

type Name<Path> = Path extends `${string}$${infer First}/${infer Rest}`
  ? First | Name<Rest>
  : Path extends `${string}$${infer Last}`
    ? Last
    : never
type Params<Path> = [Name<Path>] extends [never] ? Record<string, never> : Record<Name<Path>, string | number>
type Query = Record<string, string | number | readonly string[] | undefined>
type Rest<Path> = [Name<Path>] extends [never]
  ? [params?: Params<Path>, query?: Query]
  : [params: Params<Path>, query?: Query]

/** The address of the screen at `path`: `address('/users/detail/$id', { id: 3 }, { tab: 'tab-2' })`. */
export function address<Path extends ScreenPath>(path: Path, ...[params, query]: Rest<Path>): Address {
  const values: Record<string, string | number> = params ?? {}
  const pathname = path.replace(/\$(\w+)/gu, (_, name) => encodeURIComponent(values[name]!))
  const search = queryString(query)
  return (search ? `${pathname}?${search}` : pathname) as Address
}

/** Checks a stored or received address; null if it is not the address of a screen. */
export const addressFrom = (text: unknown): Address | null =>
  typeof text === 'string' && isScreenAddress(text) ? (text as Address) : null

/** A query string. A list becomes one parameter per item; an empty list becomes one empty value. */
export function queryString(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    if (!Array.isArray(value)) search.append(name, String(value))
    else if (value.length === 0) search.append(name, '')
    else for (const item of value) search.append(name, String(item))
  }
  return search.toString()
}
