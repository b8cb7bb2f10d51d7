import { queryString } from '#domain/address.ts'

/** The parsed query of an address: text, or a list where a name is repeated. */
export type RawSearch = Record<string, string | string[]>

/** Parses the query of an address; `writeSearch` is the inverse. */
export function readSearch(text: string): RawSearch {
  const search: RawSearch = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const list = name.endsWith('[]')
    const key = list ? name.slice(0, -2) : name
    const before = search[key]
    search[key] = before === undefined ? (list ? [value] : value) : [before, value].flat()
  }
  return search
}

/** Serializes a query as the API client does, with its question mark. `?clear` stays without a value. */
export function writeSearch(search: Record<string, unknown>): string {
  const text = queryString(search).replace(/^clear=$/u, 'clear')
  return text ? `?${text}` : ''
}
