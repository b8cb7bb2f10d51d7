import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReviewer, aSubmittedReport } from '../builders/reports.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { readCsv } from '../testing/csv.ts'
import { moveToTerm } from '../testing/reviewer_grid.ts'
import { errorKindOf, storedScores } from '../testing/reviews.ts'
import { type TestClient, type TestServer, withServer } from '../testing/test_server.ts'

/** A term with twelve submitted reports on six proposals by three reviewers, the first of them strict. */
async function createReviewedTerm(world: TestServer, proposals = 6) {
  await aTerm(world.ctx())
  const admin: Actor = await aUser(world.ctx(), ['admin'])
  const panel: Actor = await aUser(world.ctx(), ['panel'])
  const office = world.ctx(admin)
  const reviewers = [await aReviewer(world.ctx()), await aReviewer(world.ctx()), await aReviewer(world.ctx())]
  const ids: number[] = []
  for (let n = 0; n < proposals; n += 1) {
    const { proposal_id } = await aSubmittedProposal(office)
    ids.push(proposal_id)
    for (const k of [n % 3, (n + 1) % 3])
      await aSubmittedReport(office, {
        proposal_id,
        reviewer: reviewers[k]!,
        review: { science_score: k === 0 ? 1 : 4, technical_score: 1 + ((n + k) % 4) },
      })
  }
  return { admin, panel, office, reviewers, ids }
}

test('adjusted scores come with the averages, and name the strict reviewer', () =>
  withServer(async (world) => {
    const { panel, reviewers, ids } = await createReviewedTerm(world)
    const { api } = await world.as(panel)
    const answer = await api.staff.adjusted({ query: {} })
    expect(answer.why_not).toBeNull()
    expect(answer.proposals.map(({ id }) => id)).toEqual(ids)
    const rows = (await api.staff.list()).data
    for (const { id, mean } of answer.proposals)
      expect(rows.find((row) => row.id === id)!.total_score_average).toBe(mean)
    const strictest = answer.reviewers.toSorted((a, b) => b.strictness - a.strictness)[0]!
    expect(strictest.id).toBe(reviewers[0]!.id)
    expect(await api.staff.adjusted({ query: { term_id: 7 } })).toEqual(answer)
    expect((await api.staff.adjusted({ query: { term_id: 6 } })).why_not).toContain('there are 0')
  }))

test('reports that are not submitted do not count', () =>
  withServer(async (world) => {
    const { panel, ids } = await createReviewedTerm(world, 5)
    const { api } = await world.as(panel)
    expect((await api.staff.adjusted({ query: {} })).why_not).toBeNull()
    await world.db.updateTable('reports').set(storedScores(2)).where('proposal_id', '=', ids[0]!).execute()
    expect(await api.staff.adjusted({ query: {} })).toMatchObject({
      proposals: [],
      reviewers: [],
      why_not: expect.stringContaining('there are 8'),
      line: null,
      zone: [],
    })
  }))

test('with a conflict, nothing on the proposal affects the adjusted scores', () =>
  withServer(async (world) => {
    const { admin, panel, ids } = await createReviewedTerm(world)
    const [own] = ids
    await aConflict(world.ctx(panel), { proposal_id: own! })
    const withConflict = (await world.as(panel)).api
    const withoutConflict = (await world.as(admin)).api
    const before = [
      await withConflict.staff.adjusted({ query: {} }),
      await withoutConflict.staff.adjusted({ query: {} }),
    ]
    expect(before[0]!.why_not).toBeNull()
    expect(before[0]!.proposals.map(({ id }) => id)).toEqual(ids.slice(1))
    expect(before[1]!.proposals.map(({ id }) => id)).toEqual(ids)
    await world.db
      .updateTable('reports')
      .set({ science_score: 5, technical_score: 5 })
      .where('proposal_id', '=', own!)
      .execute()
    expect(await withConflict.staff.adjusted({ query: {} })).toEqual(before[0])
    const after = await withoutConflict.staff.adjusted({ query: {} })
    expect(after.proposals[0]).not.toEqual(before[1]!.proposals[0])
    expect(after.reviewers).not.toEqual(before[1]!.reviewers)
  }))

test('a list row has its reports in figures, and none with a conflict', () =>
  withServer(async (world) => {
    const { admin, panel, office, ids } = await createReviewedTerm(world, 2)
    const [own, other] = ids
    await aConflict(world.ctx(panel), { proposal_id: own! })
    const waiting = await aReviewer(world.ctx())
    const declined = await aReviewer(world.ctx())
    await world.db
      .insertInto('reports')
      .values([
        { proposal_id: own!, user_id: waiting.id, status: 2, science_score: 5, technical_score: 5 },
        { proposal_id: own!, user_id: declined.id, status: 9 },
      ])
      .execute()
    await world.db.updateTable('reports').set({ rank: 2 }).where('status', '=', 3).execute()
    const rowFor = async (actor: Actor) =>
      (await (await world.as(actor)).api.staff.list({ query: { sort: 'total_score_average' } })).data
    expect(office.actor.id).toBe(admin.id)
    const visible = (await rowFor(admin)).find(({ id }) => id === own)!
    expect(visible).toMatchObject({
      reports_submitted: 2,
      reports_asked: 3,
      science_score_average: 2.5,
      technical_score_average: 1.5,
      total_score_average: 4,
      rank_average: 2,
      totals: [2, 6],
    })
    const withConflict = await rowFor(panel)
    expect(withConflict.map(({ id }) => id)).toEqual([other, own])
    expect(withConflict[1]).toMatchObject({
      reports_submitted: 0,
      reports_asked: 0,
      science_score_average: null,
      technical_score_average: null,
      total_score_average: null,
      rank_average: null,
      totals: [],
    })
  }))

test('the list sorts by adjusted scores, page by page, and those without come last', () =>
  withServer(async (world) => {
    const { panel, office, ids } = await createReviewedTerm(world)
    // By plain averages, this one is before one that the strict reviewer scored.
    await world.db
      .updateTable('reports')
      .set({ science_score: 3 })
      .where('proposal_id', '=', ids[4]!)
      .execute()
    const { proposal_id: unscored } = await aSubmittedProposal(office)
    const { api, request } = await world.as(panel)
    const { proposals } = await api.staff.adjusted({ query: {} })
    expect(new Set(proposals.map(({ adjusted }) => adjusted)).size).toBe(ids.length)
    const byMean = proposals.toSorted((a, b) => b.mean - a.mean || a.id - b.id)
    const best = proposals.toSorted((a, b) => b.adjusted - a.adjusted).map(({ id }) => id)
    expect(byMean.map(({ id }) => id)).not.toEqual(best)
    for (const term_id of [7, undefined])
      for (const [dir, order] of [['desc', best] as const, ['asc', best.toReversed()] as const]) {
        const query = { sort: 'adjusted', dir, term_id, per_page: 3 } as const
        const pages = await Promise.all(
          [1, 2, 3].map((page) => api.staff.list({ query: { ...query, page } })),
        )
        expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual([...order, unscored])
        const file = await request(
          'GET',
          await api.staff.download({ query: { sort: 'adjusted', dir, term_id } }),
        )
        expect(readCsv(file.payload).map((row) => Number(row.ID))).toEqual([...order, unscored])
      }
  }))

test('with a conflict, the order by adjusted scores tells nothing about the proposal', () =>
  withServer(async (world) => {
    const { panel, ids } = await createReviewedTerm(world)
    const [own] = ids
    await aConflict(world.ctx(panel), { proposal_id: own! })
    const { api } = await world.as(panel)
    const seen = await api.staff.adjusted({ query: {} })
    const order = seen.proposals.toSorted((a, b) => b.adjusted - a.adjusted).map(({ id }) => id)
    const listed = async () =>
      (await api.staff.list({ query: { sort: 'adjusted', dir: 'desc' } })).data.map(({ id }) => id)
    expect(await listed()).toEqual([...order, own])
    for (const score of [1, 5]) {
      await world.db
        .updateTable('reports')
        .set({ science_score: score, technical_score: score })
        .where('proposal_id', '=', own!)
        .execute()
      expect(await listed()).toEqual([...order, own])
    }
  }))

describe('the line of the ranking', () => {
  const linesOf = async (api: TestClient['api']) => {
    const { line, line_from, zone, proposals } = await api.staff.adjusted({ query: {} })
    return { line, line_from, zone, proposals }
  }
  const setLine = (api: TestClient['api'], line: number | null, term_id?: number) =>
    api.panel.saveLine({ query: { term_id }, body: { line } })

  test('is where the material at hand ends, and the zone are those whose interval crosses it', () =>
    withServer(async (world) => {
      const { panel, ids } = await createReviewedTerm(world)
      const { api } = await world.as(panel)
      expect(await linesOf(api)).toMatchObject({ line: 0, line_from: 'material', zone: [] })
      for (let n = 0; n < 3; n += 1) await aSample(world.ctx())
      const { proposals, ...three } = await linesOf(api)
      expect(three).toMatchObject({ line: 3, line_from: 'material' })
      expect(three.zone.length).toBeGreaterThan(0)
      const crossing = proposals.filter(({ low, high }) => low <= 3 && high > 3).map(({ id }) => id)
      expect(three.zone.toSorted()).toEqual(crossing.toSorted())
      expect((await api.staff.list({ query: { tie_zone: true } })).data.map(({ id }) => id)).toEqual(
        crossing.toSorted((a, b) => a - b),
      )
      for (let n = 3; n < ids.length; n += 1) await aSample(world.ctx())
      expect(await linesOf(api)).toMatchObject({ line: null, line_from: null, zone: [] })
    }))

  test('does not move by what is assigned in the term, but by what another term has confirmed', () =>
    withServer(async (world) => {
      const { panel, office, ids } = await createReviewedTerm(world)
      const samples = [await aSample(world.ctx()), await aSample(world.ctx()), await aSample(world.ctx())]
      const { api } = await world.as(panel)
      const before = await linesOf(api)
      expect(before.line).toBe(3)
      await anAssignment(office, 1, [{ sample_id: samples[0]!.id, proposal_id: ids[5]! }], {
        confirmed: true,
      })
      expect(await linesOf(api)).toEqual(before)
      await aTerm(world.ctx(), { id: 6, is_current: false })
      const { proposal_id } = await aSubmittedProposal(office)
      await moveToTerm(world, proposal_id, 6)
      await anAssignment(office, 1, [{ sample_id: samples[1]!.id, proposal_id }], {
        term_id: 6,
        confirmed: true,
      })
      expect((await linesOf(api)).line).toBe(2)
    }))

  test('is set by the office, and cleared again', () =>
    withServer(async (world) => {
      const { admin, panel } = await createReviewedTerm(world)
      const { api } = await world.as(panel)
      const office = (await world.as(admin)).api
      expect(await setLine(office, 2)).toMatchObject({
        result: 1,
        message: 'The line of AO7 is after rank 2.',
      })
      expect(await linesOf(api)).toMatchObject({ line: 2, line_from: 'set' })
      expect(await setLine(office, null, 7)).toMatchObject({
        message: 'The line of AO7 is where the material at hand ends.',
      })
      expect(await linesOf(api)).toMatchObject({ line: 0, line_from: 'material' })
      for (const wrong of [0, -1, 1.5, 10_000])
        expect(await errorKindOf(setLine(office, wrong))).toBe('invalid')
      expect(await errorKindOf(setLine(office, 2, 99))).toBe('missing')
      await world.db.updateTable('terms').set({ disabled: true }).execute()
      expect(await setLine(office, 2)).toMatchObject({ result: 0 })
    }))

  test('of who has a conflict is their own, whatever happens on the hidden proposal', () =>
    withServer(async (world) => {
      const { admin, panel, office, reviewers, ids } = await createReviewedTerm(world, 9)
      const [own] = ids
      const { id: sample_id } = await aSample(world.ctx())
      for (let n = 0; n < 2; n += 1) await aSample(world.ctx())
      await aConflict(world.ctx(panel), { proposal_id: own! })
      const { request } = await world.as(panel)
      const answers = async () => {
        const paths = ['/adjusted', '?tie_zone=1', '?sort=expected', '/views?tie_zone=1']
        const replies = await Promise.all(paths.map((path) => request('GET', `/api/proposals${path}`)))
        for (const reply of replies) expect(reply.statusCode).toBe(200)
        return replies.map(({ payload }) => payload)
      }
      const seen = async () => (await (await world.as(admin)).api.staff.adjusted({ query: {} })).proposals
      const before = await answers()
      const all = await seen()
      expect(all.map(({ id }) => id)).toContain(own)
      expect(JSON.parse(before[0]!).proposals).toHaveLength(8)
      expect(JSON.parse(before[0]!).line).toBe(3)
      await world.db
        .updateTable('reports')
        .set({ science_score: 5, technical_score: 5 })
        .where('proposal_id', '=', own!)
        .execute()
      expect(await seen()).not.toEqual(all)
      expect(await answers()).toEqual(before)
      await aSubmittedReport(office, { proposal_id: own!, reviewer: reviewers[2]! })
      await world.db
        .updateTable('proposals')
        .set({ global_score: 5, rank: 1 })
        .where('id', '=', own!)
        .execute()
      expect(await answers()).toEqual(before)
      await world.db
        .updateTable('requested_samples')
        .set({ number_of_samples: 3 })
        .where('proposal_id', '=', own!)
        .execute()
      await world.db.deleteFrom('reports').where('proposal_id', '=', own!).execute()
      expect(await answers()).toEqual(before)
      // Lists show who holds a sample; the line does not depend on it.
      await anAssignment(office, 1, [{ sample_id, proposal_id: own! }], { confirmed: true })
      expect((await answers())[0]).toEqual(before[0])
    }))
})
