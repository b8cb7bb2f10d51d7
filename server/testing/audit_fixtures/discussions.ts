import type { discussionActions } from '#domain/audit_actions.ts'
import { anEntry } from '../../builders/discussions.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { aReport, aReview, aReviewer } from '../../builders/reports.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'

type Act = (discussions: AuditFixtureContext['api']['discussions'], id: number) => Promise<unknown>

/** On a proposal whose discussion has an entry with a question to its reviewers. */
const onQuestion =
  (act: Act): AuditFixture =>
  async ({ api, admin, office }) => {
    const { proposal_id: id } = await aSubmittedProposal(office)
    await anEntry(office, { proposal_id: id, to_reviewers: true })
    return { run: () => act(api.discussions, id), objectId: id, actorId: admin.id }
  }

export const discussionFixtures: Record<keyof typeof discussionActions, AuditFixture> = {
  'proposal.write_entry': async ({ api, admin, office }) => {
    const { proposal_id: id } = await aSubmittedProposal(office)
    const does = () => api.discussions.write({ params: { id }, body: { text: 'Which size?' } })
    return { run: does, objectId: id, actorId: admin.id }
  },
  'proposal.edit_entry': onQuestion((of, id) =>
    of.edit({ params: { id }, body: { number: 1, text: 'Which size?' } }),
  ),
  'proposal.withdraw_entry': onQuestion((of, id) => of.withdraw({ params: { id }, body: { number: 1 } })),
  'proposal.send_question': async ({ api, admin, office, server }) => {
    const { proposal_id: id } = await aSubmittedProposal(office)
    const report = await aReport(office, {
      proposal_id: id,
      reviewer: await aReviewer(server.ctx()),
      status: 3,
      review: aReview(),
    })
    await anEntry(office, { proposal_id: id, to_reviewers: true })
    const body = { number: 1, words: 'Which size?', report_ids: [report] }
    return {
      run: () => api.discussions.sendQuestion({ params: { id }, body }),
      objectId: id,
      actorId: admin.id,
    }
  },
  'proposal.decline_question': onQuestion((of, id) =>
    of.declineQuestion({ params: { id }, body: { number: 1, reason: 'The report says so.' } }),
  ),
}
