import { queryString } from '#domain/client.ts'

/** A query as it stands in the address: text, or a list where a name is repeated. */
export type RawSearch = Record<string, string | string[]>

/** Reads an address's query; the other way round is `writeSearch`. */
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

/** Writes a query as the calls write theirs, with its question mark; a bare name stays bare. */
export function writeSearch(search: Record<string, unknown>): string {
  const text = queryString(search).replace(/^clear=$/u, 'clear')
  return text ? `?${text}` : ''
}
