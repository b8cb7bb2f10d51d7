import type { downloadActions } from '#domain/audit_actions.ts'
import { REPORT_SUBMITTED } from '#domain/reports/status.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { aReport, aReviewer } from '../../builders/reports.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'

async function aSubmittedReportOfProposal({ server, office }: AuditFixtureContext) {
  const { proposal_id } = await aSubmittedProposal(office)
  const reviewer = await aReviewer(server.ctx())
  return {
    proposal_id,
    report_id: await aReport(office, { proposal_id, reviewer, status: REPORT_SUBMITTED }),
  }
}

export const downloadFixtures: Record<keyof typeof downloadActions, AuditFixture> = {
  'export.reviews': async ({ server, admin }) => {
    const { request } = await server.as(admin)
    const address = (await request('GET', '/api/reviewers/download?name=a')).json()
    return { run: () => request('GET', address), objectId: null, actorId: admin.id }
  },
  'report.download': async (context) => {
    const { report_id } = await aSubmittedReportOfProposal(context)
    const does = () => context.api.reports.pdf({ params: { reportId: report_id } })
    return { run: does, objectId: report_id, actorId: context.admin.id }
  },
  'proposal.archive': async (context) => {
    const { proposal_id } = await aSubmittedReportOfProposal(context)
    const does = () => context.api.staff.zip({ params: { id: proposal_id } })
    return { run: does, objectId: proposal_id, actorId: context.admin.id }
  },
  'export.book': async ({ server, admin }) => {
    const { request } = await server.as(admin)
    const address = (await request('GET', '/api/panel_book')).json()
    return { run: () => request('GET', address), objectId: null, actorId: admin.id }
  },
}
