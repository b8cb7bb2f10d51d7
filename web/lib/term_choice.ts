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

/** A tick that a screen's list is asked with, kept in its address. */
export function useTick(path: PlainPath, name: string): [boolean, (on: boolean) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const go = useGo()
  const set = (on: boolean) =>
    void go(address(path, {}, { ...said(search), [name]: on ? '1' : undefined }), { replace: true })
  return [String(search[name] ?? '') === '1', set]
}

/** What an address says, as another one takes it. */
const said = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]))
