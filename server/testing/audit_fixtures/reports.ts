import type { keptReportActions, reportActions } from '#domain/audit_actions.ts'
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
import { onKeptAct } from './undo.ts'

interface ReportFixture {
  office: AuditFixtureContext['api']
  own: AuditFixtureContext['api']
  reviewer: Actor
  proposal_id: number
  report: { params: { reportId: number } }
}

interface ReportState {
  /** Null: the report does not exist yet. */
  status: ReportStatus | null
  /** The report has scores. */
  reviewed?: boolean
  /** Its reviewer has stated a conflict of interest through a link. */
  stated?: boolean
}

/** A command of the office or the reviewer on a report. */
const onReport =
  (
    { status, reviewed, stated = false }: ReportState,
    who: 'office' | 'reviewer',
    act: (scene: ReportFixture) => Promise<unknown>,
  ): AuditFixture =>
  async (context) => {
    const { server, api, admin, office } = context
    const { proposal_id } = await aSubmittedProposal(office)
    const reviewer = await aReviewer(server.ctx())
    const made =
      status === null
        ? 0
        : await aReport(office, { proposal_id, reviewer, status, ...(reviewed && { review: {} }) })
    if (stated)
      await server.db
        .updateTable('reports')
        .set({ conflict_stated: true, decline_reason: 'conflict' })
        .where('id', '=', made)
        .execute()
    const own = (await server.as(reviewer)).api
    const scene = { office: api, own, reviewer, proposal_id, report: { params: { reportId: made } } }
    return {
      run: () => act(scene),
      objectId: status === null ? newestId(context, 'reports') : made,
      actorId: who === 'office' ? admin.id : reviewer.id,
    }
  }

const answerStated = (confirmed: boolean) =>
  onReport({ status: REPORT_DECLINED, stated: true }, 'reviewer', ({ own, report }) =>
    own.reports.confirmConflict({ ...report, body: { confirmed } }),
  )

export const keptReportFixtures: Record<keyof typeof keptReportActions, AuditFixture> = {
  'report.undo': onKeptAct('report', ({ undo }) => undo()),
  'report.fail': onKeptAct('report', ({ carryOut }) => carryOut()),
  'report.dismiss': onKeptAct('report', ({ dismiss }) => dismiss()),
}

export const reportFixtures: Record<keyof typeof reportActions, AuditFixture> = {
  'report.add': onReport({ status: null }, 'office', ({ office, reviewer, proposal_id: proposalId }) =>
    office.reports.add({ params: { proposalId }, body: { reviewer_id: reviewer.id, acknowledged: true } }),
  ),
  'report.defer': onKeptAct('report', ({ press }) => press()),
  'report.request': onReport({ status: REPORT_NOT_REQUESTED }, 'office', ({ office, report }) =>
    office.reports.request(report),
  ),
  'report.ask_again': onReport({ status: REPORT_DECLINED }, 'office', ({ office, report }) =>
    office.reports.request(report),
  ),
  'report.accept': onReport({ status: REPORT_REQUESTED }, 'reviewer', ({ own }) => own.reports.acceptAll()),
  'report.decline': onReport({ status: REPORT_REQUESTED }, 'office', ({ office, report }) =>
    office.reports.decline(report),
  ),
  'report.confirm_conflict': answerStated(true),
  'report.dismiss_conflict': answerStated(false),
  'report.edit': onReport({ status: REPORT_ACCEPTED }, 'reviewer', ({ own, report }) =>
    own.reports.save({ params: { id: report.params.reportId }, body: aReview({ science_score: 2 }) }),
  ),
  'report.submit': onReport({ status: REPORT_ACCEPTED, reviewed: true }, 'reviewer', ({ own, report }) =>
    own.reports.submit(report),
  ),
  'report.cancel': onReport({ status: REPORT_SUBMITTED }, 'office', ({ office, report }) =>
    office.reports.cancel(report),
  ),
  'report.withdraw': onReport({ status: REPORT_ACCEPTED }, 'office', ({ office, report }) =>
    office.reports.withdraw({ ...report, body: { reason: 'The panel has enough.' } }),
  ),
  'report.remove': onReport({ status: REPORT_NOT_REQUESTED }, 'office', ({ office, report }) =>
    office.reports.removeReviewer(report),
  ),
  'report.remind': onReport({ status: REPORT_ACCEPTED }, 'office', ({ office, reviewer }) =>
    office.reports.remind({ params: { id: reviewer.id } }),
  ),
  'report.rank': onReport({ status: REPORT_ACCEPTED }, 'reviewer', ({ own, report }) =>
    own.reports.saveRanks({ body: { ranks: { [report.params.reportId]: 1 } } }),
  ),
}
