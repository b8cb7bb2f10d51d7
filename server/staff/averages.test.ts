import { expect, test } from 'vitest'
import { aReport, aReviewer } from '../builders/reports.ts'
import { readCsv } from '../testing/csv.ts'
import { createReport, storedScores } from '../testing/reviews.ts'
import { withServer } from '../testing/test_server.ts'

/** Science score, technical score and rank of each report; their averages are 2.125, 2.875 and 2.5. */
const REPORTS = [2, 2, 2, 2, 2, 2, 2, 3].map((science_score, i) => ({
  science_score,
  technical_score: i === 0 ? 2 : 3,
  rank: [2, 3][i] ?? null,
}))

test('an average halfway between two hundredths is rounded up, in list and file', () =>
  withServer(async (world) => {
    const { admin, office, proposal_id } = await createReport(world)
    for (const figures of REPORTS) {
      const id = await aReport(office, { proposal_id, reviewer: await aReviewer(world.ctx()), status: 0 })
      await world.db
        .updateTable('reports')
        .set({ ...storedScores(3), ...figures })
        .where('id', '=', id)
        .execute()
    }
    const { api, request } = await world.as(admin)
    expect((await api.staff.list()).data[0]).toMatchObject({
      science_score_average: 2.13,
      technical_score_average: 2.88,
      total_score_average: 5,
      rank_average: 2.5,
    })
    const [row] = readCsv((await request('GET', await api.staff.download())).payload)
    expect(row).toMatchObject({
      'Average Science Score': '2.13',
      'Average Technical Score': '2.88',
      'Average Total Score': '5',
      'Average Rank': '2.5',
    })
  }))
