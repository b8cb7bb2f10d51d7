import { describe, expect, test } from 'vitest'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { declineReport } from '../reports/assignment.ts'
import { readCsv } from '../testing/csv.ts'
import { pdfText } from '../testing/pdf.ts'
import { storedScores } from '../testing/reviews.ts'
import { type TestClient, type TestServer, withServer } from '../testing/test_server.ts'

/** The panel's rank and the reviewer's rank of four proposals; the second is the one with the conflict. */
const STORED = [
  [1, 2],
  [2.5, 1],
  [4, 4],
  [4, 3],
] as const

/** What a member with the conflict sees instead: places without gaps, ties as they are. */
const PLACES = [
  [1, 1],
  [null, null],
  [2, 3],
  [2, 2],
] as const

type Ranks = readonly (readonly [rank: number | null, reported: number | null])[]

async function rankedCall(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const conflicted = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  const reviewer = await aReviewer(world.ctx())
  const proposals: number[] = []
  const reports: number[] = []
  for (const [rank, reported] of STORED) {
    const { proposal_id } = await aSubmittedProposal(office)
    const id = await aReport(office, { proposal_id, reviewer, status: 0 })
    await world.db
      .updateTable('proposals')
      .set({ rank, global_score: 3 })
      .where('id', '=', proposal_id)
      .execute()
    await world.db
      .updateTable('reports')
      .set({ ...storedScores(3), rank: reported })
      .where('id', '=', id)
      .execute()
    proposals.push(proposal_id)
    reports.push(id)
  }
  await aConflict(office, { proposal_id: proposals[1]!, user_id: conflicted.id })
  return { admin, conflicted, office, reviewer, proposals, reports }
}
type Call = Awaited<ReturnType<typeof rankedCall>>

const csvOf = async (visit: TestClient, address: Promise<string>) =>
  readCsv((await visit.request('GET', await address)).payload)
const numberOf = (text: string | undefined) =>
  text === undefined || text === '' || text === '-' ? null : Number(text)

/** The panel's ranks as one place of the product shows them. */
const RANKS: Record<string, (visit: TestClient, call: Call) => Promise<(number | null)[]>> = {
  'the list': async ({ api }) => (await api.staff.list()).data.map(({ rank }) => rank),
  'the detail': ({ api }, { proposals }) =>
    Promise.all(proposals.map(async (id) => (await api.staff.get({ params: { id } })).rank)),
  'the file of proposals': async (visit) =>
    (await csvOf(visit, visit.api.staff.download())).map((row) => numberOf(row.Rank)),
  'the grid': async ({ api }, { proposals }) => {
    const rows = await api.allocation.proposals()
    return proposals.map((id) => rows.find((row) => row.id === id)!.rank)
  },
  'the assigned samples': async ({ api }, { proposals }) => {
    const rows = await api.allocation.assigned()
    return proposals.map((id) => rows.find((row) => row.proposal_id === id)!.rank)
  },
  'the distribution plan': async (visit, { proposals }) => {
    const rows = await csvOf(visit, visit.api.allocation.download())
    return proposals.map((id) => numberOf(rows.find((row) => row['Proposal ID'] === String(id))!.Rank))
  },
}

/** The reviewer's ranks, or their averages, as one place of the product shows them. */
const REPORT_RANKS: Record<string, (visit: TestClient, call: Call) => Promise<(number | null)[]>> = {
  'averages of the list': async ({ api }) => (await api.staff.list()).data.map((row) => row.rank_average),
  'averages of the detail': ({ api }, { proposals }) =>
    Promise.all(proposals.map(async (id) => (await api.staff.score({ params: { id } })).rank_average)),
  'averages in the file of proposals': async (visit) =>
    (await csvOf(visit, visit.api.staff.download())).map((row) => numberOf(row['Average Rank'])),
  'reports of the detail': ({ api }, { proposals }) =>
    Promise.all(
      proposals.map(async (id) => (await api.staff.get({ params: { id } })).reports[0]?.rank ?? null),
    ),
  'the list of reviewers': async ({ api }, { proposals }) => {
    const [row] = (await api.reports.reviewers()).data
    return proposals.map((id) => row!.report.find((report) => report.proposal_id === id)?.rank ?? null)
  },
  'a reviewer': async ({ api }, { proposals, reviewer }) => {
    const { report } = await api.reports.reviewer({ params: { id: reviewer.id } })
    return proposals.map((id) => report.find((one) => one.proposal_id === id)?.rank ?? null)
  },
  'the file of reviews': async (visit, { proposals }) => {
    const rows = await csvOf(visit, visit.api.reports.download())
    return proposals.map((id) => numberOf(rows.find((row) => row['Proposal ID'] === String(id))?.Rank))
  },
  'the PDF of a report': async (visit, { reports }) => {
    const ranks: (number | null)[] = []
    // One after the other: a user has two downloads at once.
    for (const id of reports) {
      const { statusCode, rawPayload } = await visit.request('GET', `/api/reports/download_reports/${id}`)
      ranks.push(statusCode === 200 ? Number(/Rank\s+(\d+)/u.exec(await pdfText(rawPayload))![1]) : null)
    }
    return ranks
  },
  'a report': ({ api }, { reports }) =>
    Promise.all(
      reports.map((id) =>
        api.reports.get({ params: { id } }).then(
          ({ rank }) => rank,
          () => null,
        ),
      ),
    ),
}

const cases = [
  ...Object.entries(RANKS).map(([where, read]) => [where, 0, read] as const),
  ...Object.entries(REPORT_RANKS).map(([where, read]) => [where, 1, read] as const),
]
const column = (ranks: Ranks, which: 0 | 1) => ranks.map((pair) => pair[which])

describe('a member of the office with a conflict in the term', () => {
  test.each(cases)('sees places instead of ranks: %s', (_where, which, read) =>
    withServer(async (world) => {
      const call = await rankedCall(world)
      for (const proposal_id of call.proposals) {
        const { id: sample_id } = await aSample(world.ctx())
        await anAssignment(call.office, PARTICLE_GRID, [{ sample_id, proposal_id }])
      }
      expect(await read(await world.as(call.conflicted), call)).toEqual(column(PLACES, which))
      expect(await read(await world.as(call.admin), call)).toEqual(column(STORED, which))
    }),
  )

  test('sees the ranks of another term as they are', () =>
    withServer(async (world) => {
      const call = await rankedCall(world)
      await world.db.deleteFrom('conflicts').execute()
      await aTerm(world.ctx(), { id: 8, is_current: false })
      const { proposal_id } = await aSubmittedProposal(call.office)
      await world.db.updateTable('proposals').set({ term_id: 8 }).where('id', '=', proposal_id).execute()
      await aConflict(call.office, { proposal_id, user_id: call.conflicted.id })
      const { data } = await (await world.as(call.conflicted)).api.staff.list({ query: { term_id: 7 } })
      expect(data.map(({ rank }) => rank)).toEqual(column(STORED, 0))
      expect(data.map((row) => row.rank_average)).toEqual(column(STORED, 1))
      expect(data.some((row) => row.ranks_locked)).toBe(false)
    }))

  test('sorts by the averages of the places', () =>
    withServer(async (world) => {
      const call = await rankedCall(world)
      const query = { sort: 'rank_average', dir: 'desc' } as const
      const { data } = await (await world.as(call.conflicted)).api.staff.list({ query })
      expect(data.map((row) => row.rank_average)).toEqual([3, 2, 1, null])
    }))

  test('cannot change a rank, also not of others', () =>
    withServer(async (world) => {
      const { conflicted, proposals } = await rankedCall(world)
      const { staff } = (await world.as(conflicted)).api
      const [first, , third] = proposals
      const params = { id: first! }
      const save = (body: object) =>
        staff.saveGlobalScore({ params, body: { global_score: 3, rank: 1, ...body } })
      expect(await save({ rank: 2 })).toMatchObject({ result: 0, message: /conflict of interest/u })
      expect(await save({ rank: '' })).toMatchObject({ result: 0 })
      expect(await save({ others: [{ id: third, rank: 5 }] })).toMatchObject({ result: 0 })
      expect((await staff.get({ params })).ranks_locked).toBe(true)
    }))

  test('saves a global score, and the rank stays as it is', () =>
    withServer(async (world) => {
      const { conflicted, proposals } = await rankedCall(world)
      const { staff } = (await world.as(conflicted)).api
      const params = { id: proposals[2]! }
      expect(await staff.saveGlobalScore({ params, body: { global_score: 4.5, rank: 2 } })).toMatchObject({
        result: 1,
      })
      const row = await world.db
        .selectFrom('proposals')
        .select(['global_score', 'rank'])
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ global_score: 4.5, rank: 4 })
    }))

  test('sees no rank in the audit log', () =>
    withServer(async (world) => {
      const { admin, conflicted, proposals } = await rankedCall(world)
      const { staff } = (await world.as(admin)).api
      const save = (id: number, body: { global_score: number; rank: number }) =>
        staff.saveGlobalScore({ params: { id }, body })
      await save(proposals[0]!, { global_score: 3, rank: 7.25 })
      await save(proposals[2]!, { global_score: 4.75, rank: 8.25 })
      const entries = async (who: typeof admin) => {
        const { audit } = (await world.as(who)).api
        const { data, total } = await audit.list({ query: { action: 'proposal.global_score' } })
        return { total, text: JSON.stringify(data) }
      }
      const all = await entries(admin)
      expect([all.total, all.text.match(/[78]\.25/gu)]).toEqual([2, ['8.25', '7.25']])
      const some = await entries(conflicted)
      expect([some.total, some.text.includes('4.75'), some.text.match(/[78]\.25|rank/iu)]).toEqual([
        1,
        true,
        null,
      ])
    }))
})

test('the entries of ranks that close up belong to the proposal that left', () =>
  withServer(async (world) => {
    const { office, proposals, reports, admin } = await rankedCall(world)
    const left = { report: reports[1]!, proposal: proposals[1]! }
    await world.db
      .updateTable('reports')
      .set({ status: 1, rank: 1, submitted_at: null })
      .where('id', '=', left.report)
      .execute()
    await declineReport(office, left.report)
    const { audit } = (await world.as(admin)).api
    const { data } = await audit.list({ query: { action: 'report.rank' } })
    expect(data.map(({ object_id }) => object_id).sort()).toEqual([reports[0], reports[2], reports[3]].sort())
    const of = (id: number) =>
      audit.list({ query: { object: 'proposal', object_id: id, action: 'report.rank' } })
    expect((await of(left.proposal)).total).toBe(3)
    expect((await of(proposals[0]!)).total).toBe(0)
  }))
