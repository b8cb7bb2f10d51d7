import { type LinkProps, type NavigateOptions, useNavigate, useSearch } from '@tanstack/react-router'
import { type Address, address, queryString } from '#domain/address.ts'
import type { PlainPath } from '#domain/screens.ts'
import { failureKind } from '../http/failures.ts'

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

/** The address of a screen as the router takes it, in a link as in a redirect. */
export function target(address: Address): Pick<LinkProps, 'to' | 'search'> {
  const [path = '/', query] = address.split('?')
  return { to: path as LinkProps['to'], search: (query === undefined ? {} : readSearch(query)) as never }
}

/** Goes to another screen: `go(address('/users/detail/$id', { id: 3 }))`. */
export function useGo() {
  const navigate = useNavigate()
  return (address: Address, options: Pick<NavigateOptions, 'replace' | 'ignoreBlocker' | 'state'> = {}) =>
    navigate({ ...target(address), ...options })
}

/**
 * For the fault of a save: one that is forbidden leads to /403 in place of this screen, so that Back leads away from it.
 * With the name of its draft, what was typed stands there.
 */
export function useLeaveForbidden(draft?: string) {
  const go = useGo()
  return (fault: Error) => {
    if (failureKind(fault) !== 'forbidden') return
    void go(address('/403'), { replace: true, ignoreBlocker: true, ...(draft && { state: { draft } }) })
  }
}

/** The term that a screen shows, kept in its address; `initial` until one is chosen, '' for none. */
export function useTermParam(path: PlainPath, initial: string): [string, (term_id: string) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const go = useGo()
  const chosen = search.term_id
  const term_id = chosen === undefined ? initial : String(chosen)
  return [
    term_id,
    (next) => void go(address(path, {}, { ...searchAsText(search), term_id: next }), { replace: true }),
  ]
}

/** What a screen's address says under a name, '' for nothing. */
export function useSearchParam(path: PlainPath, name: string): [string, (text: string) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const go = useGo()
  const say = (text: string) =>
    void go(address(path, {}, { ...searchAsText(search), [name]: text === '' ? undefined : text }), {
      replace: true,
    })
  return [String(search[name] ?? ''), say]
}

/** A tick that a screen's list is asked with, kept in its address. */
export function useFlagParam(path: PlainPath, name: string): [boolean, (on: boolean) => void] {
  const [text, say] = useSearchParam(path, name)
  return [text === '1', (on) => say(on ? '1' : '')]
}

/** How a screen shows its list, one of `words`, kept in its address; the first until another is chosen. */
export function useChoiceParam<W extends string>(
  path: PlainPath,
  name: string,
  words: readonly [W, ...W[]],
): [W, (word: W) => void] {
  const [text, say] = useSearchParam(path, name)
  return [words.find((word) => word === text) ?? words[0], (word) => say(word === words[0] ? '' : word)]
}

/** What an address says, as another one takes it. */
const searchAsText = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]))
