import { type LinkProps, type NavigateOptions, useNavigate, useSearch } from '@tanstack/react-router'
import { type Address, address } from '#domain/address.ts'
import type { PlainPath } from '#domain/screens.ts'
import { failureKind } from '../http/failures.ts'
import { readSearch } from './search.ts'

/** The address of a screen in the form that the router expects of links and redirects. */
export function target(address: Address): Pick<LinkProps, 'to' | 'search'> {
  const [path = '/', query] = address.split('?')
  return { to: path as LinkProps['to'], search: (query === undefined ? {} : readSearch(query)) as never }
}

/** Navigates to another screen: `go(address('/users/detail/$id', { id: 3 }))`. */
export function useGo() {
  const navigate = useNavigate()
  return (address: Address, options: Pick<NavigateOptions, 'replace' | 'ignoreBlocker' | 'state'> = {}) =>
    navigate({ ...target(address), ...options })
}

/**
 * Handles a save that is forbidden: /403 replaces this screen in the history, and shows the unsaved text of `draft`.
 */
export function useLeaveForbidden(draft?: string) {
  const go = useGo()
  return (fault: Error) => {
    if (failureKind(fault) !== 'forbidden') return
    void go(address('/403'), { replace: true, ignoreBlocker: true, ...(draft && { state: { draft } }) })
  }
}

/** The `term_id` in the screen's query; `initial` until one is chosen, '' for none. */
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

/** One parameter of the screen's query; '' if it is absent. */
export function useSearchParam(path: PlainPath, name: string): [string, (text: string) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const go = useGo()
  const say = (text: string) =>
    void go(address(path, {}, { ...searchAsText(search), [name]: text === '' ? undefined : text }), {
      replace: true,
    })
  return [String(search[name] ?? ''), say]
}

/** A boolean parameter of the screen's query, '1' for true. */
export function useFlagParam(path: PlainPath, name: string): [boolean, (on: boolean) => void] {
  const [text, say] = useSearchParam(path, name)
  return [text === '1', (on) => say(on ? '1' : '')]
}

/** A parameter of the screen's query that is one of `words`; the first is the default and is not written. */
export function useChoiceParam<W extends string>(
  path: PlainPath,
  name: string,
  words: readonly [W, ...W[]],
): [W, (word: W) => void] {
  const [text, say] = useSearchParam(path, name)
  return [words.find((word) => word === text) ?? words[0], (word) => say(word === words[0] ? '' : word)]
}

const searchAsText = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]))
