import type { gradeActions, leadActions } from '#domain/audit_actions.ts'
import { aUser } from '../../builders/people.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'

/** A panel member's command on a submitted proposal, which they may have graded. */
const onSubmitted =
  (
    act: (api: AuditFixtureContext['api']['panel'], id: number) => Promise<unknown>,
    before: 'nothing' | 'graded' | 'shared',
  ): AuditFixture =>
  async ({ server, office }) => {
    const { proposal_id: id } = await aSubmittedProposal(office)
    const member = await aUser(office, ['panel'])
    const { panel } = (await server.as(member)).api
    if (before !== 'nothing') await panel.saveGrade({ params: { id }, body: { grade: 4, notes: '' } })
    if (before === 'shared') await panel.shareGrades({ body: { proposal_ids: [id], shared: true } })
    return { run: () => act(panel, id), objectId: id, actorId: member.id }
  }

export const gradeFixtures: Record<keyof typeof gradeActions, AuditFixture> = {
  'proposal.grade': onSubmitted(
    (panel, id) => panel.saveGrade({ params: { id }, body: { grade: 3.75, notes: 'Ask about the blank.' } }),
    'nothing',
  ),
  'proposal.share_grade': onSubmitted(
    (panel, id) => panel.shareGrades({ body: { proposal_ids: [id], shared: true } }),
    'graded',
  ),
  'proposal.unshare_grade': onSubmitted(
    (panel, id) => panel.shareGrades({ body: { proposal_ids: [id], shared: false } }),
    'shared',
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
