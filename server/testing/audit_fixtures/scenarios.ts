import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import type { scenarioActions } from '#domain/audit_actions.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { aSample, aScenario } from '../../builders/samples.ts'
import { type AuditFixture, type AuditFixtureContext, newestId } from './fixture.ts'

/** A command on a scenario of the office. */
const onScenario =
  (act: (api: AuditFixtureContext['api'], params: { id: number }) => Promise<unknown>): AuditFixture =>
  async ({ api, office, term, admin }) => {
    const params = { id: await aScenario(office, { term_id: term.id }) }
    return { run: () => act(api, params), objectId: params.id, actorId: admin.id }
  }

export const scenarioFixtures: Record<keyof typeof scenarioActions, AuditFixture> = {
  'scenario.add': async (context) => {
    const { api, office, term, admin } = context
    const { proposal_id } = await aSubmittedProposal(office)
    const items = [{ sample_id: (await aSample(office)).id, proposal_id }]
    const body = { grid: PARTICLE_GRID, term_id: term.id, name: 'By rank', note: '', items }
    return {
      run: () => api.scenarios.add({ body }),
      objectId: newestId(context, 'scenarios'),
      actorId: admin.id,
    }
  },
  'scenario.edit': onScenario(({ scenarios }, params) =>
    scenarios.save({ params, body: { name: 'By score', note: 'Tried again.' } }),
  ),
  'scenario.delete': onScenario(({ scenarios }, params) => scenarios.remove({ params })),
}
