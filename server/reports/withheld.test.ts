import { describe, expect, test } from 'vitest'
import { REPORTS_WITHHELD } from '#domain/reports/rules.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReview, aReviewer, aSubmittedReport } from '../builders/reports.ts'
import { saveGlobalScore } from '../staff/service.ts'
import { errorKindOf } from '../testing/reviews.ts'
import { sharedServer, type TestClient, type TestServer, withServer } from '../testing/test_server.ts'
import { withdrawReport } from './assignment.ts'
import { submitReport } from './service.ts'

/** Five proposals with two reports each; of the first, a reviewer on the panel has accepted to write another. */
async function aCall(world: TestServer) {
  await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const judge = await aUser(world.ctx(), ['panel', 'reviewer'])
  const reviewers = [await aReviewer(world.ctx()), await aReviewer(world.ctx())]
  const reviewed = async (scores: readonly number[]) => {
    const { proposal_id } = await aSubmittedProposal(office)
    const reports: number[] = []
    for (const [i, science_score] of scores.entries())
      reports.push(
        await aSubmittedReport(office, {
          proposal_id,
          reviewer: reviewers[i]!,
          review: aReview({ science_score, technical_score: science_score }),
        }),
      )
    return { proposal_id, reports }
  }
  const { proposal_id, reports } = await reviewed([5, 2])
  for (const scores of [
    [5, 5],
    [4, 4],
    [3, 2],
    [1, 1],
  ])
    await reviewed(scores)
  const own = await aReport(office, { proposal_id, reviewer: judge, review: aReview({ science_score: 3 }) })
  const asJudge = await world.as(judge)
  const asMember = await world.as(await aUser(world.ctx(), ['panel']))
  return { office, judge, reviewers, proposal_id, reports, own, asJudge, asMember }
}
type Scene = Awaited<ReturnType<typeof aCall>> & { world: TestServer }

const read = async (visit: TestClient, address: string) => (await visit.request('GET', address)).payload

/** Everything that is made from the reports on a proposal and shown to the panel. */
const SHOWN: Record<string, (visit: TestClient, scene: Scene) => Promise<string>> = {
  'the detail': (visit, s) => read(visit, `/api/proposals/${s.proposal_id}`),
  'the averages': (visit, s) => read(visit, `/api/proposals/score/${s.proposal_id}`),
  'the list': (visit) => read(visit, '/api/proposals'),
  'the list by average': (visit) => read(visit, '/api/proposals?sort=total_score_average&dir=desc'),
  'the list by spread': (visit) => read(visit, '/api/proposals?sort=spread&dir=desc'),
  'the list by adjusted score': (visit) => read(visit, '/api/proposals?sort=adjusted&dir=desc'),
  'the list by expected rank': (visit) => read(visit, '/api/proposals?sort=expected&dir=asc'),
  'Reviewers disagree': (visit) => read(visit, '/api/proposals?reviewers_disagree=true'),
  'the sizes of the views': ({ api }) => api.staff.viewCounts().then((counts) => JSON.stringify(counts)),
  'the order': ({ api }) => api.staff.adjusted().then((order) => JSON.stringify(order)),
  'the file of proposals': async (visit) => read(visit, await visit.api.staff.download()),
  'the file of reviews': async (visit) => read(visit, await visit.api.reports.download()),
  'the reviewers': (visit) => read(visit, '/api/reviewers'),
  'a reviewer': (visit, { reviewers }) => read(visit, `/api/reviewers/${reviewers[0]!.id}`),
  'the Dashboard': ({ api }) => api.callState.get().then(({ panel }) => JSON.stringify(panel)),
  'a report': (visit, { reports }) => read(visit, `/api/assigned_proposals/${reports[0]}`),
  'the ZIP file': async (visit, s) =>
    (await read(visit, `/api/proposals/download_reports/${s.proposal_id}`))
      .match(/_report_\d+/gu)
      ?.sort()
      .join(' ') ?? '',
}

/** One of the two reports gets other scores and words; the other is no longer submitted. */
async function changeReports({ world, reports }: Scene) {
  const change = { science_score: 1, technical_score: 2, science_comment_strength: 'Changed.' }
  await world.db.updateTable('reports').set(change).where('id', '=', reports[0]!).execute()
  await world.db
    .updateTable('reports')
    .set({ status: 9, submitted_at: null })
    .where('id', '=', reports[1]!)
    .execute()
}

describe('a reviewer on the panel who owes a report', () => {
  const { scene, alsoSetUp } = sharedServer(async (world) => aCall(world))
  const answers = alsoSetUp(async (s) => {
    const all = async (visit: TestClient) => {
      const found: Record<string, string> = {}
      for (const [name, show] of Object.entries(SHOWN)) found[name] = await show(visit, s as Scene)
      return found
    }
    const before = { asJudge: await all(s.asJudge), asMember: await all(s.asMember) }
    await changeReports(s as Scene)
    return { before, after: { asJudge: await all(s.asJudge), asMember: await all(s.asMember) } }
  })

  test.each(Object.keys(SHOWN))('learns nothing of those of others from %s', (name) => {
    expect(answers.after.asJudge[name]).toBe(answers.before.asJudge[name])
  })

  test.each(Object.keys(SHOWN))('while another member of the panel sees them in %s', (name) => {
    expect(answers.after.asMember[name]).not.toBe(answers.before.asMember[name])
  })

  test('is told so, with their own report in sight', async () => {
    const params = { id: scene.proposal_id }
    const { reports, reports_withheld, title } = await scene.asJudge.api.staff.get({ params })
    expect(reports.map(({ id }) => id)).toEqual([scene.own])
    expect([reports_withheld, title !== '']).toEqual([true, true])
    expect(await scene.asMember.api.staff.get({ params })).toMatchObject({ reports_withheld: false })
  })

  test('reads and writes their own', async () => {
    expect(await scene.asJudge.api.reports.get({ params: { id: scene.own } })).toMatchObject({
      science_score: 3,
    })
    expect(await scene.asJudge.api.reports.check({ params: { reportId: scene.own } })).toBe(true)
  })

  test.each<[string, (api: TestClient['api']['reports'], id: number) => Promise<unknown>]>([
    ['read', ({ get }, id) => get({ params: { id } })],
    ['check', ({ check }, reportId) => check({ params: { reportId } })],
    ['download', ({ pdf }, reportId) => pdf({ params: { reportId } })],
    ['save', ({ save }, id) => save({ params: { id }, body: aReview() })],
    ['submit', ({ submit }, reportId) => submit({ params: { reportId } })],
  ])('may not %s one of another, and is told why', async (_, call) => {
    await expect(call(scene.asJudge.api.reports, scene.reports[0]!)).rejects.toMatchObject({
      kind: 'forbidden',
      message: REPORTS_WITHHELD,
    })
  })
})

/** What ends the withholding, and what it does not apply to. */
const ENDS: Record<string, (s: Scene) => Promise<unknown>> = {
  'have submitted it': ({ office, judge, own }) => submitReport(office.as(judge), own, {}),
  'are no longer asked for it': ({ office, own }) => withdrawReport(office, own, 'No longer needed.'),
  'can no longer submit it, as the proposal is scored': ({ office, proposal_id }) =>
    saveGlobalScore(office, proposal_id, { global_score: 4, rank: null }),
  'can no longer submit it, as the call is closed': ({ world }) =>
    world.db.updateTable('terms').set({ disabled: true }).execute(),
  'are no longer a reviewer': ({ world, judge }) => setRoles(world, judge, { is_reviewer: false }),
  'are of the office': ({ world, judge }) => setRoles(world, judge, { is_administration_office: true }),
}
const setRoles = (
  { db }: TestServer,
  { id }: Actor,
  roles: { is_reviewer?: boolean; is_administration_office?: boolean },
) => db.updateTable('users').set(roles).where('id', '=', id).execute()

describe('a reviewer on the panel sees those of others when they', () => {
  test.each(Object.keys(ENDS))('%s', (name) =>
    withServer(async (world) => {
      const s = { ...(await aCall(world)), world }
      const params = { id: s.proposal_id }
      const seen = async () => {
        const { reports } = await s.asJudge.api.staff.get({ params })
        const { science_score_average } = await s.asJudge.api.staff.score({ params })
        const others = reports.filter(({ id }) => id !== s.own).map(({ id }) => id)
        return { others, averaged: science_score_average !== null }
      }
      expect(await seen()).toEqual({ others: [], averaged: false })
      await ENDS[name]!(s)
      expect(await seen()).toEqual({ others: s.reports, averaged: true })
    }),
  )

  test('have only been named as a reviewer, without a request', () =>
    withServer(async (world) => {
      const { office, proposal_id, reports } = await aCall(world)
      const named = await aUser(world.ctx(), ['panel', 'reviewer'])
      await aReport(office, { proposal_id, reviewer: named, status: 0 })
      const { api } = await world.as(named)
      const shown = (await api.staff.get({ params: { id: proposal_id } })).reports.map(({ id }) => id)
      expect(shown).toEqual(expect.arrayContaining(reports))
      expect(await errorKindOf(api.reports.get({ params: { id: reports[0]! } }))).toBe('ok')
    }))
})
