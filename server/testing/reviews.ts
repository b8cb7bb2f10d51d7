import type { ReportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import type { TestServer } from './test_server.ts'

/** An open term, the office, a submitted proposal and a reviewer, with a report if `status` is given. */
export async function createReport(server: TestServer, status?: ReportStatus) {
  const term = await aTerm(server.ctx())
  const admin: Actor = await aUser(server.ctx(), ['admin'])
  const office = server.ctx(admin)
  const { proposal_id, actor: proposer } = await aSubmittedProposal(office)
  const reviewer: Actor = await aReviewer(server.ctx())
  const report_id = status === undefined ? 0 : await aReport(office, { proposal_id, reviewer, status })
  return { term, admin, office, proposal_id, proposer, reviewer, report_id }
}

/** Columns of a report in a status; a submitted one needs a time and scores. */
export const storedScores = (status: ReportStatus) =>
  status === 3
    ? { status, submitted_at: new Date().toISOString(), science_score: 4, technical_score: 3 }
    : { status, submitted_at: null }

/** Mails of a kind in queue order. */
export const findMails = ({ db }: TestServer, kind: string) =>
  db.selectFrom('mails').selectAll().where('kind', '=', kind).orderBy('id').execute()

/** 'ok', or the kind of the error of a request. */
export const errorKindOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (fault: { kind: string }) => fault.kind,
  )
