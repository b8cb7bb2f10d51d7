import type { reportActions } from '#domain/audit_actions.ts'
import {
  REPORT_ACCEPTED,
  REPORT_DECLINED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
  REPORT_SUBMITTED,
  type ReportStatus,
} from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { aReport, aReview, aReviewer } from '../../builders/reports.ts'
import { type AuditFixture, type AuditFixtureContext, newestId } from './fixture.ts'

interface Scene {
  office: AuditFixtureContext['api']
  own: AuditFixtureContext['api']
  reviewer: Actor
  proposal_id: number
  report: { params: { reportId: number } }
}

interface Standing {
  /** Null: the report does not exist yet. */
  status: ReportStatus | null
  /** The report has scores. */
  reviewed?: boolean
}

/** A command of the office or the reviewer on a report. */
const on =
  (
    { status, reviewed }: Standing,
    who: 'office' | 'reviewer',
    act: (scene: Scene) => Promise<unknown>,
  ): AuditFixture =>
  async (stage) => {
    const { world, api, admin, office } = stage
    const { proposal_id } = await aSubmittedProposal(office)
    const reviewer = await aReviewer(world.ctx())
    const made =
      status === null
        ? 0
        : await aReport(office, { proposal_id, reviewer, status, ...(reviewed && { review: {} }) })
    const own = (await world.as(reviewer)).api
    const scene = { office: api, own, reviewer, proposal_id, report: { params: { reportId: made } } }
    return {
      does: () => act(scene),
      object: status === null ? newestId(stage, 'reports') : made,
      by: who === 'office' ? admin.id : reviewer.id,
    }
  }

export const reportFixtures: Record<keyof typeof reportActions, AuditFixture> = {
  'report.add': on({ status: null }, 'office', ({ office, reviewer, proposal_id: proposalId }) =>
    office.reports.add({ params: { proposalId }, body: { reviewer_id: reviewer.id } }),
  ),
  'report.request': on({ status: REPORT_NOT_REQUESTED }, 'office', ({ office, report }) =>
    office.reports.request(report),
  ),
  'report.ask_again': on({ status: REPORT_DECLINED }, 'office', ({ office, report }) =>
    office.reports.request(report),
  ),
  'report.accept': on({ status: REPORT_REQUESTED }, 'reviewer', ({ own }) => own.reports.acceptAll()),
  'report.decline': on({ status: REPORT_REQUESTED }, 'office', ({ office, report }) =>
    office.reports.decline(report),
  ),
  'report.edit': on({ status: REPORT_ACCEPTED }, 'reviewer', ({ own, report }) =>
    own.reports.save({ params: { id: report.params.reportId }, body: aReview({ science_score: 2 }) }),
  ),
  'report.submit': on({ status: REPORT_ACCEPTED, reviewed: true }, 'reviewer', ({ own, report }) =>
    own.reports.submit(report),
  ),
  'report.cancel': on({ status: REPORT_SUBMITTED }, 'office', ({ office, report }) =>
    office.reports.cancel(report),
  ),
  'report.withdraw': on({ status: REPORT_ACCEPTED }, 'office', ({ office, report }) =>
    office.reports.withdraw({ ...report, body: { reason: 'The panel has enough.' } }),
  ),
  'report.remove': on({ status: REPORT_NOT_REQUESTED }, 'office', ({ office, report }) =>
    office.reports.removeReviewer(report),
  ),
  'report.remind': on({ status: REPORT_ACCEPTED }, 'office', ({ office, reviewer }) =>
    office.reports.remind({ params: { id: reviewer.id } }),
  ),
  'report.rank': on({ status: REPORT_ACCEPTED }, 'reviewer', ({ own, report }) =>
    own.reports.saveRanks({ body: { ranks: { [report.params.reportId]: 1 } } }),
  ),
}
