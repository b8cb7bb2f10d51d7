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

/** The ticks of scenarios, by scenario, each with why it can not be done any more. */
async function ticksOf(db: Db, places: readonly Place[]) {
  const byId = new Map(places.map((place) => [place.id, place]))
  const items = await findItems(db, [...byId.keys()])
  const told = items.map(({ scenario_id, status, promised_to, promised_in, ...item }) => {
    const kept = { ...item, status, promised_to, promised_in }
    return { scenario_id, ...item, gone: whyNoLongerPossible(kept, byId.get(scenario_id)!) }
  })
  return groupBy(told, (tick) => tick.scenario_id)
}

/** The scenarios of a term and of a grid, or of all, and what each comes to without the ticks that have gone. */
export async function listScenarios(ctx: Ctx, query: ScenarioQuery): Promise<ScenarioRow[]> {
  const kept = await findScenarios(ctx.db, query)
  const ticks = await ticksOf(ctx.db, kept)
  const rows = new Map<string, ScenarioRow>()
  for (const group of groupBy(kept, ({ term_id, grid }) => `${term_id} ${grid}`).values()) {
    const { grid, term_id } = group[0]!
    const proposals = await gridProposals(ctx, grid, term_id)
    for (const scenario of group) {
      const all = ticks.get(scenario.id) ?? []
      const left = all.filter(({ gone }) => gone === null)
      const figures = figuresOf(grid, proposals, withConfirmed(grid, proposals, left))
      rows.set(String(scenario.id), {
        ...scenario,
        figures,
        held: all.length,
        gone: all.length - left.length,
      })
    }
  }
  return kept.map(({ id }) => rows.get(String(id))!)
}

/** A scenario with its ticks. Throws 'missing'. */
export async function showScenario(ctx: Ctx, id: number): Promise<Scenario> {
  const scenario = await findScenario(ctx.db, id)
  if (!scenario) throw notFound()
  const ticks = (await ticksOf(ctx.db, [scenario])).get(id) ?? []
  return { ...scenario, items: ticks.map(({ scenario_id: _, ...item }) => item) }
}
