import { notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { figuresOf, totalBenefit, withConfirmed } from '#domain/scenarios/compare.ts'
import type { Figures, Scenario, ScenarioQuery, ScenarioRow } from '#domain/scenarios/contract.ts'
import { whyNoLongerPossible } from '#domain/scenarios/rules.ts'
import { gridRows } from '../allocation/service.ts'
import type { Ctx, Db } from '../platform/context.ts'
import { findConflictingIds } from '../proposals/shared_queries.ts'
import { findItems, findScenario, findScenarios, type KeptFigures } from './queries.ts'

/** The assignments of scenarios by scenario id, each with the reason why it is no longer possible, if any. */
export async function itemsByScenario(db: Db, scenarios: readonly { id: number; term_id: number }[]) {
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]))
  const items = await findItems(db, [...byId.keys()])
  const checked = items.map(({ scenario_id, status, promised_to, promised_in, ...item }) => {
    const state = { ...item, status, promised_to, promised_in }
    return { scenario_id, ...item, gone: whyNoLongerPossible(state, byId.get(scenario_id)!) }
  })
  return groupBy(checked, (item) => item.scenario_id)
}

/**
 * Scenarios with the totals that they had when they were saved, and those of now, which leave out assignments that are no
 * longer possible. The benefit leaves out proposals with which the reader has a conflict of interest.
 */
export async function listScenarios(ctx: Ctx, query: ScenarioQuery): Promise<ScenarioRow[]> {
  const scenarios = await findScenarios(ctx.db, query)
  const items = await itemsByScenario(ctx.db, scenarios)
  const hidden = await conflictsAmong(ctx, scenarios)
  const terms = [...new Set(scenarios.map(({ term_id }) => term_id))]
  const rows = new Map(
    await Promise.all(terms.map(async (id) => [id, await gridRows(ctx.db, ctx.actor, id)] as const)),
  )
  return scenarios.map((scenario) => {
    const all = items.get(scenario.id) ?? []
    const possible = all.filter(({ gone }) => gone === null)
    const proposals = rows.get(scenario.term_id)!
    const now = figuresOf(proposals, withConfirmed(proposals, possible))
    return {
      ...scenario,
      figures: scenario.figures ? toFigures(scenario.figures, hidden) : now,
      now,
      held: all.length,
      gone: all.length - possible.length,
    }
  })
}

/** The proposals with a benefit in one of these scenarios with which the reader has a conflict of interest. */
async function conflictsAmong(ctx: Ctx, scenarios: readonly { figures: KeptFigures | null }[]) {
  const ids = new Set(scenarios.flatMap(({ figures }) => Object.keys(figures?.benefits ?? {})))
  return new Set(await findConflictingIds(ctx.db, ctx.actor, [...ids].map(Number)))
}

const toFigures = ({ benefits, ...figures }: KeptFigures, hidden: ReadonlySet<number>): Figures => ({
  ...figures,
  benefit: totalBenefit(
    Object.entries(benefits).flatMap(([id, benefit]) => (hidden.has(Number(id)) ? [] : [benefit])),
  ),
})

/** A scenario with its assignments. Throws 'missing'. */
export async function showScenario(ctx: Ctx, id: number): Promise<Scenario> {
  const scenario = await findScenario(ctx.db, id)
  if (!scenario) throw notFound()
  const { figures: _, ...shown } = scenario
  const items = (await itemsByScenario(ctx.db, [scenario])).get(id) ?? []
  return { ...shown, items: items.map(({ scenario_id: _, ...item }) => item) }
}
