import { describe, expect, test } from 'vitest'
import type { ReportStatus } from '#domain/reports/status.ts'
import { aReport, aReview, aReviewer, aSubmittedReport } from '../builders/reports.ts'
import { createReport } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

const statusOf = async ({ db }: TestServer, id: number) =>
  (await db.selectFrom('reports').select('status').where('id', '=', id).executeTakeFirst())?.status

describe('every step over HTTP', () => {
  const STEPS = [
    'request',
    'decline',
    'withdraw',
    'cancel',
    'removeReviewer',
    'submit',
    'acceptAll',
    'declineAll',
  ]
  const ALLOWED: Record<string, Record<number, number | undefined>> = {
    request: { 0: 1, 9: 1 },
    decline: { 1: 9 },
    withdraw: { 2: 9 },
    cancel: { 3: 2 },
    removeReviewer: { 0: undefined },
    submit: { 2: 3 },
    acceptAll: { 1: 2 },
    declineAll: { 1: 9 },
  }
  test.each<ReportStatus>([0, 1, 2, 3, 9])('from status %i', (status) =>
    withServer(async (world) => {
      const { admin, office, reviewer, proposal_id } = await createReport(world)
      for (const step of STEPS) {
        await world.db.deleteFrom('reports').execute()
        const reportId = await aReport(office, { proposal_id, reviewer, status, review: aReview() })
        const actor = step === 'acceptAll' || step === 'declineAll' ? reviewer : admin
        const { reports } = (await world.as(actor)).api
        const call = {
          request: () => reports.request({ params: { reportId } }),
          decline: () => reports.decline({ params: { reportId } }),
          withdraw: () => reports.withdraw({ params: { reportId }, body: { reason: 'No answer.' } }),
          cancel: () => reports.cancel({ params: { reportId } }),
          removeReviewer: () => reports.removeReviewer({ params: { reportId } }),
          submit: () => reports.submit({ params: { reportId }, body: {} }),
          acceptAll: () => reports.acceptAll(),
          declineAll: () => reports.declineAll(),
        }[step]!
        const { result, message } = await call()
        const may = status in ALLOWED[step]!
        expect([step, result, message.length > 9]).toEqual([step, may ? 1 : 0, true])
        expect([step, await statusOf(world, reportId)]).toEqual([step, may ? ALLOWED[step]![status] : status])
      }
    }),
  )

  test('no step in a disabled term', () =>
    withServer(async (world) => {
      const { admin, office, reviewer, proposal_id } = await createReport(world)
      const other = await aReviewer(world.ctx())
      const third = await aReviewer(world.ctx())
      const none = await aReport(office, { proposal_id, reviewer: other, status: 0 })
      const requested = await aReport(office, { proposal_id, reviewer: third, status: 1 })
      const done = await aSubmittedReport(office, { proposal_id, reviewer })
      await world.db.updateTable('terms').set({ disabled: true }).execute()
      const { reports, staff } = (await world.as(admin)).api
      const refused = [
        () => reports.request({ params: { reportId: none } }),
        () => reports.removeReviewer({ params: { reportId: none } }),
        () => reports.requestAll({ params: { id: other.id } }),
        () => reports.requestAllReviewers({ body: {} }),
        () => reports.remind({ params: { id: third.id } }),
        () => reports.decline({ params: { reportId: requested } }),
        () => reports.cancel({ params: { reportId: done } }),
        () => reports.save({ params: { id: done }, body: aReview() }),
        () =>
          reports.add({
            params: { proposalId: proposal_id },
            body: { reviewer_id: admin.id, acknowledged: true },
          }),
        () => staff.saveGlobalScore({ params: { id: proposal_id }, body: { global_score: 1, rank: null } }),
        () => staff.saveNote({ params: { id: proposal_id }, body: { note: 'x' } }),
        () => staff.cancel({ params: { id: proposal_id } }),
        () => staff.unlock({ params: { id: proposal_id } }),
        () => staff.cancelUnlock({ params: { id: proposal_id } }),
        () => staff.sendCorrectionMail(),
        async () => (await world.as(third)).api.reports.acceptAll(),
        async () => (await world.as(third)).api.reports.declineAll(),
        async () => (await world.as(reviewer)).api.reports.saveRanks({ body: { ranks: {} } }),
      ]
      const answers = []
      for (const answer of refused) answers.push((await answer()).result)
      expect(answers).toEqual(refused.map(() => 0))
      expect(await (await world.as(third)).api.reports.requested()).toEqual([])
    }))
})
