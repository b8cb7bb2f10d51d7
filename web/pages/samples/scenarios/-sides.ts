import { useMemo } from 'react'
import type { GridProposal } from '#domain/allocation/contract.ts'
import { assignedNow, type Side, sideOf } from '#domain/scenarios/compare.ts'
import type { OwnGrid } from '#domain/scenarios/input.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import type { Ref } from './-shown.ts'

/** A side of a comparison as it was read: what each proposal is given, and what has gone since, in sentences. */
export interface ReadSide {
  side: Side
  gone: readonly string[]
}

/** Reads a side; null until it is there. */
export function useSide(ref: Ref, grid: OwnGrid, rows: readonly GridProposal[]): ReadSide | null {
  const now = ref === 'now'
  const scenario = useCall(api.scenarios.get, { params: { id: now ? 0 : ref } }, { enabled: !now }).data
  return useMemo(() => {
    if (now) return { side: assignedNow(grid, rows), gone: [] }
    if (!scenario) return null
    const left = scenario.items.filter(({ gone }) => gone === null)
    const gone = scenario.items.flatMap(({ gone }) => gone ?? [])
    return { side: sideOf(grid, rows, left), gone: [...new Set(gone)] }
  }, [now, scenario, grid, rows])
}
