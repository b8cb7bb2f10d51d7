import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { averagesOf, spreadOf, totalsOf } from '#domain/reports/averages.ts'
import { aReport, aReview, aReviewer, aSubmittedReport } from '../builders/reports.ts'
import { findWrongAverages } from '../system/check_queries.ts'
import { createReport } from '../testing/reviews.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

const figuresOf = ({ db }: TestServer, proposal_id: number) =>
  db.selectFrom('review_figures').selectAll().where('proposal_id', '=', proposal_id).executeTakeFirst()

/** Compares what is kept with what the domain says of the reports. */
async function expectFigures(world: TestServer, proposal_id: number) {
  const reports = await world.db
    .selectFrom('reports')
    .select(['status', 'rank', 'science_score', 'technical_score'])
    .where('proposal_id', '=', proposal_id)
    .execute()
  const kept = (await figuresOf(world, proposal_id))!
  const { science_score_average, technical_score_average, total_score_average } = averagesOf(reports)
  const totals = totalsOf(reports)
  const spread = spreadOf(totals)
  const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 2))
  expect(kept).toEqual({
    proposal_id,
    submitted: reports.filter(({ status }) => status === 3).length,
    science_score: near(science_score_average),
    technical_score: near(technical_score_average),
    total: near(total_score_average),
    spread: spread === null ? null : expect.closeTo(spread, 9),
    totals,
  })
  expect((await findWrongAverages(world.db)).wrong).toEqual([])
  return kept
}

describe('the averages kept for a proposal', () => {
  test('follow its reports from the first submitted one until all are cancelled and gone', () =>
    withServer(async (world) => {
      const { admin, office, reviewer, proposal_id, report_id } = await createReport(world, 2)
      expect(await figuresOf(world, proposal_id)).toBeUndefined()
      const own = (await world.as(reviewer)).api.reports
      const params = { reportId: report_id }
      await own.save({ params: { id: report_id }, body: aReview({ science_score: 4, technical_score: 2 }) })
      await own.submit({ params, body: {} })
      expect(await expectFigures(world, proposal_id)).toMatchObject({ submitted: 1, total: 6, spread: null })
      for (const [science_score, technical_score] of [
        [5, 5],
        [1, 2],
      ] as const)
        await aSubmittedReport(office, {
          proposal_id,
          reviewer: await aReviewer(world.ctx()),
          review: { science_score, technical_score },
        })
      expect(await expectFigures(world, proposal_id)).toMatchObject({ submitted: 3 })
      await own.save({ params: { id: report_id }, body: aReview({ science_score: 3, technical_score: 3 }) })
      expect(await expectFigures(world, proposal_id)).toMatchObject({ submitted: 3 })
      await (await world.as(admin)).api.reports.cancel({ params })
      expect(await expectFigures(world, proposal_id)).toMatchObject({ submitted: 2 })
      await world.db.deleteFrom('reports').where('proposal_id', '=', proposal_id).execute()
      expect(await expectFigures(world, proposal_id)).toMatchObject({ submitted: 0, total: null })
    }))

  test('cannot be written as anything else', () =>
    withServer(async (world) => {
      const { proposal_id } = await createReport(world, 3)
      const before = await expectFigures(world, proposal_id)
      await world.db
        .updateTable('review_figures')
        .set({ total: 10, submitted: 9, spread: 4, totals: [10] })
        .execute()
      expect(await figuresOf(world, proposal_id)).toEqual(before)
      await world.db.deleteFrom('review_figures').execute()
      expect((await findWrongAverages(world.db)).wrong).toEqual([proposal_id])
      await world.db.insertInto('review_figures').values({ proposal_id, submitted: 7, total: 1 }).execute()
      expect(await figuresOf(world, proposal_id)).toEqual(before)
    }))

  test('count each of the reports that are submitted at the same moment', () =>
    withParallelServer(async (world) => {
      const { office, proposal_id } = await createReport(world, 2)
      const held = []
      for (let i = 0; i < 6; i++) {
        const reviewer = await aReviewer(world.ctx())
        const review = { science_score: 1 + (i % 5), technical_score: 3 }
        const id = await aReport(office, { proposal_id, reviewer, status: 2, review })
        held.push({ id, api: (await world.as(reviewer)).api })
      }
      await Promise.all(held.map(({ id, api }) => api.reports.submit({ params: { reportId: id }, body: {} })))
      expect(await expectFigures(world, proposal_id)).toMatchObject({ submitted: 6 })
    }))

  test('are checked by the system, which names a proposal whose figures were changed past the triggers', () =>
    withServer(async (world) => {
      const { proposal_id } = await createReport(world, 3)
      await sql`alter table reports disable trigger user`.execute(world.db)
      await world.db.updateTable('reports').set({ science_score: 1, technical_score: 1 }).execute()
      expect(await findWrongAverages(world.db)).toEqual({ proposals: 1, wrong: [proposal_id] })
    }))
})
