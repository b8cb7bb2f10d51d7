import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../../builders/conflicts.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { anAssignment, aSample } from '../../builders/samples.ts'
import type { Ctx } from '../../platform/context.ts'
import { renewResult } from '../../results/drafting.ts'
import { releaseResults } from '../../results/release.ts'
import type { TestServer } from '../test_server.ts'
import { titleOf } from './canaries.ts'
import { STATES, type Subject } from './cell.ts'

/** Results of proposals of their own, each with a confirmed sample; none of another proposal is drafted. */
export async function resultSubjects(server: TestServer, office: Ctx, conflicted: Actor) {
  const results: Subject<'result'>[] = []
  for (const state of STATES.result) {
    const title = titleOf(state)
    const { actor, proposal_id } = await aSubmittedProposal(office, {
      notice: { proposal_title: title },
      input: { title },
    })
    const { id: sample_id } = await aSample(office)
    await anAssignment(office, PARTICLE_GRID, [{ sample_id, proposal_id }], { confirmed: true })
    const at = office.now().toISOString()
    const by = { drafted_by: office.actor.id, saved_by: office.actor.id, drafted_at: at, saved_at: at }
    const row = { proposal_id, edition: 1, outcome: 'not', heading: 'Result', requests: 0, ...by } as const
    await server.db.insertInto('results').values(row).execute()
    await renewResult(office, proposal_id)
    if (state === 'released') await releaseResults(office, [proposal_id])
    await aConflict(office, { proposal_id, user_id: conflicted.id })
    results.push({
      ...{ state, id: proposal_id, sample_id, own: ['proposer'] },
      owner: { actor, visit: await server.as(actor) },
    })
  }
  return results
}
