import type { ScenarioItem } from '#domain/scenarios/input.ts'
import type { GridModel } from '../model.ts'

/** The ticks of a grid as a scenario keeps them; of a proposal with a conflict the server keeps what stands. */
export function scenarioItems(model: GridModel): ScenarioItem[] {
  const theirs = new Set(model.rows.filter(({ conflict }) => conflict).map(({ id }) => id))
  return model
    .items()
    .filter(({ proposal_id }) => !theirs.has(proposal_id))
    .map(({ sample_id, proposal_id, priority }) => ({ sample_id, proposal_id, priority }))
}
