import { useSearch } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { AssignmentGrid } from '#domain/scenarios/input.ts'
import { useGo } from '#web/lib/routing/navigation.ts'

/** A side of the comparison: a scenario by its id, or the current assignments. */
export type Ref = number | 'now'

/** The query of the screen's address. */
export interface Shown {
  term_id: string
  grid: AssignmentGrid
  a: Ref | null
  b: Ref | null
}

const refOf = (said: unknown): Ref | null => {
  if (said === 'now') return said
  const id = Number(said)
  return Number.isInteger(id) && id > 0 ? id : null
}

/** Term, grid and sides from the address; null where they are missing. */
export function useSaid() {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const [a, b] = [refOf(search.a), refOf(search.b)]
  return {
    term_id: search.term_id === undefined ? null : String(search.term_id),
    grid: AssignmentGrid.safeParse(search.grid).data ?? null,
    a,
    b: b === a ? null : b,
  }
}

/** The query with defaults, and a setter. Another term or grid resets the sides, because it has other scenarios. */
export function useShown(otherwise: { term_id: string; grid?: AssignmentGrid | undefined }) {
  const said = useSaid()
  const go = useGo()
  const shown: Shown = {
    ...said,
    term_id: said.term_id ?? otherwise.term_id,
    grid: said.grid ?? otherwise.grid ?? PARTICLE_GRID,
  }
  const show = (next: Partial<Shown>) => {
    const sides = next.term_id || next.grid ? { a: null, b: null } : {}
    const { term_id, grid, a, b } = { ...shown, ...sides, ...next }
    const query = { term_id, grid, a: a ?? undefined, b: b ?? undefined }
    void go(address('/samples/scenarios', {}, query), { replace: true })
  }
  return { shown, show }
}
