import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { CONFIRMED, UNCONFIRMED } from '#domain/allocation/status.ts'
import { groupBy } from '#domain/group_by.ts'
import type { Scenario } from '#domain/scenarios/contract.ts'
import { mayChange } from '#domain/scenarios/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import type { LoadedGrid } from '../state/use_grid.ts'

/** A scenario shown instead of the assignments; `scenario` is null for a new one. */
export interface ScenarioView {
  scenario: Scenario | null
  editable: boolean
}

interface GridMode {
  /** The scenario in the address has been loaded, if there is one. */
  ready: boolean
  scenarioView: ScenarioView | null
  /** To be put into the grid as unsaved changes. */
  scenarioToPut: Scenario | null
  /** The scenario in the address if it belongs to another term. */
  misplaced: Scenario | null
}

/** How a grid is opened: with the assignments, with a scenario (`?scenario=new`, `?scenario=3&edit=1`), or with one put into it. */
export function useGridMode(term_id: string): GridMode {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const user = useUser()
  const fresh = search.scenario === 'new'
  const named = Number(search.scenario)
  const id = Number.isInteger(named) && named > 0 ? named : 0
  const scenario = useCall(api.scenarios.get, { params: { id } }, { enabled: id > 0 }).data ?? null
  const scenarioView = useMemo<ScenarioView | null>(() => {
    if (fresh) return { scenario: null, editable: true }
    return scenario && { scenario, editable: mayChange({ ...user, roles: user.role }, scenario) }
  }, [fresh, scenario, user])
  if (scenario && String(scenario.term_id) !== term_id)
    return { ready: true, scenarioView: null, scenarioToPut: null, misplaced: scenario }
  const edits = fresh || String(search.edit ?? '') === '1'
  return {
    ready: id === 0 || scenario !== null,
    scenarioView: edits ? scenarioView : null,
    scenarioToPut: edits ? null : scenario,
    misplaced: null,
  }
}

/** The prefix of a grid's draft key, before grid and term. */
export const draftName = (scenarioView: ScenarioView | null) =>
  scenarioView ? `scenarios/${scenarioView.scenario?.id ?? 'new'}` : 'allocation'

/** A grid with the assignments of a scenario, also in the other grids; confirmed assignments are part of every scenario. */
export function withScenario(loaded: LoadedGrid, { scenario }: ScenarioView): LoadedGrid {
  if (!scenario) return loaded
  const possible = scenario.items.filter(({ gone }) => gone === null)
  const held = groupBy(possible, ({ sample_id }) => sample_id)
  const columns = loaded.columns.map((sample): GridSample => {
    const confirmed = sample.assigned_sample.filter(({ status }) => status === CONFIRMED)
    const assignments = (held.get(sample.id) ?? [])
      .filter(({ proposal_id }) => !confirmed.some((one) => one.proposal_id === proposal_id))
      .map(({ proposal_id, priority }) => ({ main_key: 0, proposal_id, priority, status: UNCONFIRMED }))
    const assigned_sample = [...confirmed, ...assignments]
    return { ...sample, assigned_sample, assigned: assigned_sample.map(({ proposal_id }) => proposal_id) }
  })
  const ofProposal = groupBy(possible, ({ proposal_id }) => proposal_id)
  const rows = loaded.rows.map((row): GridProposal => {
    const confirmed = row.assigned_samples.filter(({ status }) => status === CONFIRMED)
    const assigned = (ofProposal.get(row.id) ?? [])
      .filter(({ sample_id }) => !confirmed.some((one) => one.sample_id === sample_id))
      .map((item) => ({ ...item, pressure: null, volume: null, status: UNCONFIRMED }))
    return { ...row, assigned_samples: [...confirmed, ...assigned] }
  })
  return { ...loaded, rows, columns }
}
