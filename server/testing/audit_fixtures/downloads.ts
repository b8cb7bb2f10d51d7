import type { downloadActions } from '#domain/audit_actions.ts'
import { REPORT_SUBMITTED } from '#domain/reports/status.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { aReport, aReviewer } from '../../builders/reports.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'

async function aSubmittedReportOfProposal({ world, office }: AuditFixtureContext) {
  const { proposal_id } = await aSubmittedProposal(office)
  const reviewer = await aReviewer(world.ctx())
  return {
    proposal_id,
    report_id: await aReport(office, { proposal_id, reviewer, status: REPORT_SUBMITTED }),
  }
}

export const downloadFixtures: Record<keyof typeof downloadActions, AuditFixture> = {
  'export.reviews': async ({ world, admin }) => {
    const { request } = await world.as(admin)
    const address = (await request('GET', '/api/reviewers/download?name=a')).json()
    return { run: () => request('GET', address), objectId: null, actorId: admin.id }
  },
  'report.download': async (stage) => {
    const { report_id } = await aSubmittedReportOfProposal(stage)
    const does = () => stage.api.reports.pdf({ params: { reportId: report_id } })
    return { run: does, objectId: report_id, actorId: stage.admin.id }
  },
  'proposal.archive': async (stage) => {
    const { proposal_id } = await aSubmittedReportOfProposal(stage)
    const does = () => stage.api.staff.zip({ params: { id: proposal_id } })
    return { run: does, objectId: proposal_id, actorId: stage.admin.id }
  },
}
