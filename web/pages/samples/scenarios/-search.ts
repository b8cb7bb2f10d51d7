import { useSearch } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { useGo } from '#web/lib/routing/navigation.ts'

/** A side of the comparison: a scenario by its id, or the current assignments. */
export type Ref = number | 'now'

/** The query of the screen's address. */
export interface Shown {
  term_id: string
  a: Ref | null
  b: Ref | null
}

const refOf = (said: unknown): Ref | null => {
  if (said === 'now') return said
  const id = Number(said)
  return Number.isInteger(id) && id > 0 ? id : null
}

/** Term and sides from the address; null where they are missing. */
export function useSaid() {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const [a, b] = [refOf(search.a), refOf(search.b)]
  return {
    term_id: search.term_id === undefined ? null : String(search.term_id),
    a,
    b: b === a ? null : b,
  }
}

/** The query with defaults, and a setter. Another term resets the sides, because it has other scenarios. */
export function useShown(otherwise: { term_id: string }) {
  const said = useSaid()
  const go = useGo()
  const shown: Shown = { ...said, term_id: said.term_id ?? otherwise.term_id }
  const show = (next: Partial<Shown>) => {
    const sides = next.term_id ? { a: null, b: null } : {}
    const { term_id, a, b } = { ...shown, ...sides, ...next }
    const query = { term_id, a: a ?? undefined, b: b ?? undefined }
    void go(address('/samples/scenarios', {}, query), { replace: true })
  }
  return { shown, show }
}
