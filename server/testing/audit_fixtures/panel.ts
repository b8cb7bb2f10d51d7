import type { gradeActions, leadActions } from '#domain/audit_actions.ts'
import { aUser } from '../../builders/people.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'

/** A panel member's command on a proposal that they have graded. */
const onGraded =
  (
    act: (api: AuditFixtureContext['api']['panel'], id: number) => Promise<unknown>,
    shared = false,
  ): AuditFixture =>
  async ({ server, office }) => {
    const { proposal_id: id } = await aSubmittedProposal(office)
    const member = await aUser(office, ['panel'])
    const { panel } = (await server.as(member)).api
    await panel.saveGrade({ params: { id }, body: { grade: 4, notes: '' } })
    if (shared) await panel.shareGrades({ body: { proposal_ids: [id], shared: true } })
    return { run: () => act(panel, id), objectId: id, actorId: member.id }
  }

export const gradeFixtures: Record<keyof typeof gradeActions, AuditFixture> = {
  'proposal.grade': onGraded((panel, id) =>
    panel.saveGrade({ params: { id }, body: { grade: 3.75, notes: 'Ask about the blank.' } }),
  ),
  'proposal.share_grade': onGraded((panel, id) =>
    panel.shareGrades({ body: { proposal_ids: [id], shared: true } }),
  ),
  'proposal.unshare_grade': onGraded(
    (panel, id) => panel.shareGrades({ body: { proposal_ids: [id], shared: false } }),
    true,
  ),
}

export const leadFixtures: Record<keyof typeof leadActions, AuditFixture> = {
  'proposal.lead': async ({ api, office, admin }) => {
    const { proposal_id } = await aSubmittedProposal(office)
    const { id: first } = await aUser(office, ['panel'])
    return {
      run: () => api.panel.saveLeads({ body: { leads: [{ proposal_id, first, second: null }] } }),
      objectId: proposal_id,
      actorId: admin.id,
    }
  },
}
