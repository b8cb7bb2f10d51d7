import { useSearch } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { PlainPath } from '#domain/screens.ts'
import { useGo } from '#web/lib/go.ts'

/** The term that a screen shows, kept in its address; `initial` until one is chosen, '' for none. */
export function useTermChoice(path: PlainPath, initial: string): [string, (term_id: string) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const go = useGo()
  const chosen = search.term_id
  const term_id = chosen === undefined ? initial : String(chosen)
  return [
    term_id,
    (next) => void go(address(path, {}, { ...said(search), term_id: next }), { replace: true }),
  ]
}

/** What a screen's address says under a name, '' for nothing. */
export function useSaid(path: PlainPath, name: string): [string, (text: string) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const go = useGo()
  const say = (text: string) =>
    void go(address(path, {}, { ...said(search), [name]: text === '' ? undefined : text }), { replace: true })
  return [String(search[name] ?? ''), say]
}

/** A tick that a screen's list is asked with, kept in its address. */
export function useTick(path: PlainPath, name: string): [boolean, (on: boolean) => void] {
  const [text, say] = useSaid(path, name)
  return [text === '1', (on) => say(on ? '1' : '')]
}

/** How a screen shows its list, one of `words`, kept in its address; the first until another is chosen. */
export function useWord<W extends string>(
  path: PlainPath,
  name: string,
  words: readonly [W, ...W[]],
): [W, (word: W) => void] {
  const [text, say] = useSaid(path, name)
  return [words.find((word) => word === text) ?? words[0], (word) => say(word === words[0] ? '' : word)]
}

/** What an address says, as another one takes it. */
const said = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]))
