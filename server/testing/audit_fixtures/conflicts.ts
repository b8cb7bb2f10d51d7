import type { conflictActions } from '#domain/audit_actions.ts'
import { aConflict } from '../../builders/conflicts.ts'
import { aPerson } from '../../builders/people.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { aReviewer } from '../../builders/reports.ts'
import { type AuditFixture, type AuditFixtureContext, newestId } from './fixture.ts'

async function aProposalAndReviewer({ server, office }: AuditFixtureContext) {
  const { proposal_id } = await aSubmittedProposal(office)
  return { proposal_id, user_id: (await aReviewer(server.ctx())).id }
}

export const conflictFixtures: Record<keyof typeof conflictActions, AuditFixture> = {
  'conflict.declare': async (context) => {
    const body = { ...(await aProposalAndReviewer(context)), reason: 'We share a grant.' }
    const does = () => context.api.conflicts.declare({ body })
    return { run: does, objectId: newestId(context, 'conflicts'), actorId: context.admin.id }
  },
  'conflict.take_back': async (context) => {
    const id = await aConflict(context.office, await aProposalAndReviewer(context))
    return {
      run: () => context.api.conflicts.takeBack({ params: { id }, body: { reason: 'They left it.' } }),
      objectId: id,
      actorId: context.admin.id,
    }
  },
  'conflict.lift': async (context) => {
    const { id: user_id, email } = await aReviewer(context.server.ctx())
    const { proposal_id } = await aSubmittedProposal(context.office, {
      input: { proposal_collaborator: [{ ...aPerson({ email }), middle_name: '' }] },
    })
    const body = { proposal_id, user_id, reason: 'A shared address.' }
    const does = () => context.api.conflicts.lift({ body })
    return { run: does, objectId: newestId(context, 'lifted_conflicts'), actorId: context.admin.id }
  },
}
