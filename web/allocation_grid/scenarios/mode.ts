import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { GridSample } from '#domain/allocation/contract.ts'
import { CONFIRMED, UNCONFIRMED } from '#domain/allocation/status.ts'
import { groupBy } from '#domain/group_by.ts'
import type { Scenario } from '#domain/scenarios/contract.ts'
import { mayChange } from '#domain/scenarios/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import type { Kind } from '../grid_kinds.ts'
import type { Loaded } from '../state/use_grid.ts'

/** A grid that shows a scenario in place of the assignments; `scenario` null: one that is not kept yet. */
export interface Sheet {
  scenario: Scenario | null
  /** The user may change it. */
  may: boolean
}

interface Mode {
  /** What the address names is there. */
  ready: boolean
  sheet: Sheet | null
  /** To be put into the grid, as ticks that are not saved. */
  put: Scenario | null
  /** The scenario that the address names is of another grid or term. */
  astray: Scenario | null
}

/** How a grid is opened: as it stands, as a scenario (`?scenario=new`, `?scenario=3&edit=1`), or with one put into it. */
export function useMode(kind: Kind, term_id: string): Mode {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const user = useUser()
  const fresh = search.scenario === 'new'
  const named = Number(search.scenario)
  const id = Number.isInteger(named) && named > 0 ? named : 0
  const scenario = useCall(api.scenarios.get, { params: { id } }, { enabled: id > 0 }).data ?? null
  const sheet = useMemo<Sheet | null>(() => {
    if (fresh) return { scenario: null, may: true }
    return scenario && { scenario, may: mayChange({ ...user, roles: user.role }, scenario) }
  }, [fresh, scenario, user])
  if (scenario && (scenario.grid !== kind.grid || String(scenario.term_id) !== term_id))
    return { ready: true, sheet: null, put: null, astray: scenario }
  const edits = fresh || String(search.edit ?? '') === '1'
  return {
    ready: id === 0 || scenario !== null,
    sheet: edits ? sheet : null,
    put: edits ? null : scenario,
    astray: null,
  }
}

/** The name under which the ticks of a grid are kept on this device, before its grid and term. */
export const draftOf = (sheet: Sheet | null) =>
  sheet ? `scenarios/${sheet.scenario?.id ?? 'new'}` : 'allocation'

/** A grid with the ticks of a scenario in place of what is assigned; what is confirmed stands in every scenario. */
export function asSheet(loaded: Loaded, { scenario }: Sheet): Loaded {
  if (!scenario) return loaded
  const held = groupBy(
    scenario.items.filter(({ gone }) => gone === null),
    ({ sample_id }) => sample_id,
  )
  const columns = loaded.columns.map((sample): GridSample => {
    const confirmed = sample.assigned_sample.filter(({ status }) => status === CONFIRMED)
    const ticks = (held.get(sample.id) ?? [])
      .filter(({ proposal_id }) => !confirmed.some((one) => one.proposal_id === proposal_id))
      .map(({ proposal_id, priority }) => ({ main_key: 0, proposal_id, priority, status: UNCONFIRMED }))
    const assigned_sample = [...confirmed, ...ticks]
    return { ...sample, assigned_sample, assigned: assigned_sample.map(({ proposal_id }) => proposal_id) }
  })
  return { ...loaded, columns }
}
