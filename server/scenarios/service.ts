import { notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { figuresOf, withConfirmed } from '#domain/scenarios/compare.ts'
import type { Scenario, ScenarioQuery, ScenarioRow } from '#domain/scenarios/contract.ts'
import type { AssignmentGrid } from '#domain/scenarios/input.ts'
import { whyNoLongerPossible } from '#domain/scenarios/rules.ts'
import { gridProposals } from '../allocation/service.ts'
import type { Ctx, Db } from '../platform/context.ts'
import { findItems, findScenario, findScenarios } from './queries.ts'

type Place = { id: number; grid: AssignmentGrid; term_id: number }

/** The assignments of scenarios by scenario id, each with the reason why it is no longer possible, if any. */
async function itemsByScenario(db: Db, places: readonly Place[]) {
  const byId = new Map(places.map((place) => [place.id, place]))
  const items = await findItems(db, [...byId.keys()])
  const checked = items.map(({ scenario_id, status, promised_to, promised_in, ...item }) => {
    const state = { ...item, status, promised_to, promised_in }
    return { scenario_id, ...item, gone: whyNoLongerPossible(state, byId.get(scenario_id)!) }
  })
  return groupBy(checked, (item) => item.scenario_id)
}

/** Scenarios with their totals, which leave out assignments that are no longer possible. */
export async function listScenarios(ctx: Ctx, query: ScenarioQuery): Promise<ScenarioRow[]> {
  const scenarios = await findScenarios(ctx.db, query)
  const items = await itemsByScenario(ctx.db, scenarios)
  const rows = new Map<string, ScenarioRow>()
  for (const group of groupBy(scenarios, ({ term_id, grid }) => `${term_id} ${grid}`).values()) {
    const { grid, term_id } = group[0]!
    const proposals = await gridProposals(ctx, grid, term_id)
    for (const scenario of group) {
      const all = items.get(scenario.id) ?? []
      const possible = all.filter(({ gone }) => gone === null)
      const figures = figuresOf(grid, proposals, withConfirmed(grid, proposals, possible))
      rows.set(String(scenario.id), {
        ...scenario,
        figures,
        held: all.length,
        gone: all.length - possible.length,
      })
    }
  }
  return scenarios.map(({ id }) => rows.get(String(id))!)
}

/** A scenario with its assignments. Throws 'missing'. */
export async function showScenario(ctx: Ctx, id: number): Promise<Scenario> {
  const scenario = await findScenario(ctx.db, id)
  if (!scenario) throw notFound()
  const items = (await itemsByScenario(ctx.db, [scenario])).get(id) ?? []
  return { ...scenario, items: items.map(({ scenario_id: _, ...item }) => item) }
}
