import { useSearch } from '@tanstack/react-router'
import { useGo } from '#web/lib/go.ts'

/** The term that a screen shows, kept in its address; `initial` until one is chosen, '' for none. */
export function useTermChoice(path: string, initial: string): [string, (term_id: string) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const go = useGo()
  const chosen = search.term_id
  const term_id = chosen === undefined ? initial : String(chosen)
  return [term_id, (next) => void go(`${path}?term_id=${next}`, { replace: true })]
}
