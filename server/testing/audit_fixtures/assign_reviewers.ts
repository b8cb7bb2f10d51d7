import { DEFAULT_LIMITS } from '#domain/assign_reviewers/limits.ts'
import type { assignReviewersActions } from '#domain/audit_actions.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { aReviewer } from '../../builders/reports.ts'
import type { AuditFixture } from './fixture.ts'

export const assignReviewersFixtures: Record<keyof typeof assignReviewersActions, AuditFixture> = {
  'proposal.mark_reviewers': async ({ api, office, admin, term }) => {
    const { proposal_id } = await aSubmittedProposal(office)
    const { id: user_id } = await aReviewer(office)
    const query = { term_id: term.id }
    const body = { marks: [{ proposal_id, user_id, mark: 'fixed' as const }] }
    return {
      run: () => api.assignReviewers.saveMarks({ query, body }),
      objectId: proposal_id,
      actorId: admin.id,
    }
  },
  'term.reviewer_limits': async ({ api, admin, term }) => ({
    run: () =>
      api.assignReviewers.saveLimits({
        query: { term_id: term.id },
        body: { ...DEFAULT_LIMITS, per_reviewer: 7 },
      }),
    objectId: term.id,
    actorId: admin.id,
  }),
}
