import type { conflictActions } from '#domain/audit_actions.ts'
import { aConflict } from '../../builders/conflicts.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { aReviewer } from '../../builders/reports.ts'
import { type AuditFixture, type AuditFixtureContext, newestId } from './fixture.ts'

async function aProposalAndReviewer({ world, office }: AuditFixtureContext) {
  const { proposal_id } = await aSubmittedProposal(office)
  return { proposal_id, user_id: (await aReviewer(world.ctx())).id }
}

export const conflictFixtures: Record<keyof typeof conflictActions, AuditFixture> = {
  'conflict.declare': async (stage) => {
    const body = { ...(await aProposalAndReviewer(stage)), reason: 'We share a grant.' }
    const does = () => stage.api.conflicts.declare({ body })
    return { run: does, objectId: newestId(stage, 'conflicts'), actorId: stage.admin.id }
  },
  'conflict.take_back': async (stage) => {
    const id = await aConflict(stage.office, await aProposalAndReviewer(stage))
    return {
      run: () => stage.api.conflicts.takeBack({ params: { id } }),
      objectId: id,
      actorId: stage.admin.id,
    }
  },
}
