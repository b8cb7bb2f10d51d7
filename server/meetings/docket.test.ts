import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aMeeting } from '../builders/meetings.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReview, aReviewer, aSubmittedReport } from '../builders/reports.ts'
import { errorKindOf } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

/** A prepared meeting of five proposals, of which the first four have a report each: 10, 9, 8 and 7. */
async function createMeeting(world: TestServer) {
  await aTerm(world.ctx())
  const admin: Actor = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  const colleague: Actor = await aUser(world.ctx(), ['admin'])
  const member: Actor = await aUser(world.ctx(), ['panel'])
  const other: Actor = await aUser(world.ctx(), ['panel'])
  const reviewer = await aReviewer(world.ctx())
  const scores = [
    [5, 5],
    [5, 4],
    [4, 4],
    [4, 3],
  ] as const
  const ids: number[] = []
  for (let at = 0; at < 5; at++) {
    const { proposal_id } = await aSubmittedProposal(office)
    ids.push(proposal_id)
    const [science_score, technical_score] = scores[at] ?? []
    if (science_score)
      await aSubmittedReport(office, {
        proposal_id,
        reviewer,
        review: aReview({ science_score, technical_score }),
      })
  }
  const id = await aMeeting(office, { chair: admin, members: [member, other] })
  const params = { id }
  const apiOf = async (actor: Actor) => (await world.as(actor)).api.meetings
  return {
    world,
    admin,
    office,
    colleague,
    member,
    other,
    ids: ids as Ids,
    params,
    apiOf,
    api: await apiOf(admin),
  }
}
type Ids = [number, number, number, number, number]
type Stage = Awaited<ReturnType<typeof createMeeting>>

const orderOf = async ({ api, params }: Pick<Stage, 'api' | 'params'>) =>
  (await api.docket({ params })).items.map(({ proposal_id }) => proposal_id)

const inOrder = (ids: readonly number[], triage: readonly number[] = [], minutes = 10) =>
  ids.map((proposal_id) => ({
    proposal_id,
    minutes,
    track: triage.includes(proposal_id) ? ('triage' as const) : ('discussed' as const),
  }))
const NO_LINES = { triage_above: null, triage_below: null }

describe('the docket while it is prepared', () => {
  test('is saved with order, minutes and triage', () =>
    withServer(async (world) => {
      const stage = await createMeeting(world)
      const { api, params, ids } = stage
      const [a, b, c, d, e] = ids
      const items = inOrder([e, d, c, b, a], [a], 15)
      expect(await api.saveDocket({ params, body: { items, triage_above: 1, triage_below: 3 } })).toEqual({
        result: 1,
        message: 'The docket has been saved.',
      })
      const docket = await api.docket({ params })
      expect(
        docket.items.map(({ proposal_id, minutes, track }) => ({ proposal_id, minutes, track })),
      ).toEqual(items)
      expect([docket.triage_above, docket.triage_below]).toEqual([1, 3])
    }))

  test('has places for what may go through without discussion', () =>
    withServer(async (world) => {
      const { api, params, ids, member, office } = await createMeeting(world)
      await aConflict(office, { proposal_id: ids[1], user_id: member.id })
      const { items } = await api.docket({ params })
      expect(items.map(({ place, average }) => [place, average])).toEqual([
        [1, 10],
        [null, 9],
        [2, 8],
        [3, 7],
        [null, null],
      ])
    }))

  test('discusses what no line lets through, and says so', () =>
    withServer(async (world) => {
      const { api, params, ids, member, office } = await createMeeting(world)
      const [a, b, c, d, e] = ids
      await aConflict(office, { proposal_id: a, user_id: member.id })
      const items = inOrder(ids, [a, b, d, e])
      const { message } = await api.saveDocket({
        params,
        body: { items, triage_above: 1, triage_below: null },
      })
      expect(message).toBe(`The docket has been saved. Discussed all the same: ${[a, d, e].join(', ')}.`)
      const docket = await api.docket({ params })
      expect(docket.items.filter(({ track }) => track === 'triage').map((item) => item.proposal_id)).toEqual([
        b,
      ])
      expect(docket.items.map(({ proposal_id }) => proposal_id)).toContain(c)
    }))

  test('is refused when someone else changed what the sender saw', () =>
    withServer(async (world) => {
      const stage = await createMeeting(world)
      const { api, params, ids, apiOf, colleague } = stage
      const { seen } = await api.docket({ params })
      await (await apiOf(colleague)).saveDocket({
        params,
        body: { items: inOrder(ids.toReversed()), ...NO_LINES },
      })
      const late = api.saveDocket({ params, body: { items: inOrder(ids), ...NO_LINES, seen } })
      expect(await errorKindOf(late)).toBe('stale')
      expect(await orderOf(stage)).toEqual(ids.toReversed())
    }))

  test.each([
    ['one is missing', (ids: Ids) => ids.slice(1)],
    ['one is unknown', (ids: Ids) => [...ids, 2_000_000_000]],
  ])('is refused when %s', (_, change) =>
    withServer(async (world) => {
      const { api, params, ids } = await createMeeting(world)
      const late = api.saveDocket({ params, body: { items: inOrder(change(ids)), ...NO_LINES } })
      expect(await errorKindOf(late)).toBe('stale')
    }),
  )

  test('is for office, chair and deputy', () =>
    withServer(async (world) => {
      const { params, ids, apiOf, member } = await createMeeting(world)
      const api = await apiOf(member)
      expect(await errorKindOf(api.docket({ params }))).toBe('forbidden')
      expect(await errorKindOf(api.suggestDocket({ params, body: { items: [] } }))).toBe('forbidden')
      const body = { items: inOrder(ids), ...NO_LINES }
      expect(await errorKindOf(api.saveDocket({ params, body }))).toBe('forbidden')
      expect(await api.order({ params, body: { proposal_ids: ids } })).toHaveProperty('result', 0)
    }))
})

describe('a suggestion', () => {
  test('lets members leave as seldom as possible', () =>
    withServer(async (world) => {
      const { api, params, ids, member, office } = await createMeeting(world)
      for (const at of [0, 2, 4] as const)
        await aConflict(office, { proposal_id: ids[at], user_id: member.id })
      const items = ids.map((proposal_id) => ({ proposal_id, minutes: 10 }))
      const found = await api.suggestDocket({ params, body: { items } })
      expect(found).toMatchObject({ result: 1, leavings_now: 3, leavings: 1, bound: 1, violations: [] })
      expect(found).toHaveProperty('proposal_ids', [ids[0], ids[2], ids[4], ids[1], ids[3]])
    }))

  test('names in sentences what is not possible', () =>
    withServer(async (world) => {
      const { api, params, ids, member, other, office } = await createMeeting(world)
      for (const one of [member, other]) await aConflict(office, { proposal_id: ids[0], user_id: one.id })
      const found = await api.suggestDocket({
        params,
        body: { items: [{ proposal_id: ids[0], minutes: 10 }] },
      })
      expect(found).toMatchObject({
        violations: [`${ids[0]}: 0 members can vote, the quorum is 1.`],
        fewest_violations: true,
      })
    }))
})

describe('while the meeting is open', () => {
  test('who has the chair reorders what waits', () =>
    withServer(async (world) => {
      const stage = await createMeeting(world)
      const { api, params, ids, admin } = stage
      await api.open({ params })
      expect(admin.id).toBeGreaterThan(0)
      const [a, b, c, d, e] = ids
      await api.start({ params, body: { proposal_id: a } })
      await api.order({ params, body: { proposal_ids: [e, d, c, b] } })
      expect(await orderOf(stage)).toEqual([a, e, d, c, b])
      expect(await errorKindOf(api.order({ params, body: { proposal_ids: ids } }))).toBe('stale')
    }))
})

describe('what someone may not see', () => {
  test('stays behind the same proposal when they move others, and is in no audit entry of theirs', () =>
    withServer(async (world) => {
      const stage = await createMeeting(world)
      const { params, ids, apiOf, colleague, office } = stage
      const [a, b, c, d, e] = ids
      await aConflict(office, { proposal_id: b, user_id: colleague.id })
      const api = await apiOf(colleague)
      expect(await orderOf({ api, params })).toEqual([a, c, d, e])
      const suggestion = await api.suggestDocket({
        params,
        body: { items: [{ proposal_id: a, minutes: 10 }] },
      })
      expect(suggestion).toMatchObject({ proposal_ids: [a] })
      const hidden = api.suggestDocket({ params, body: { items: [{ proposal_id: b, minutes: 10 }] } })
      expect(await errorKindOf(hidden)).toBe('missing')
      await api.saveDocket({ params, body: { items: inOrder([e, d, c, a]), ...NO_LINES } })
      expect(await orderOf(stage)).toEqual([e, d, c, a, b])
      const entries = await world.db
        .selectFrom('audit_entries')
        .select('object_id')
        .where('action', '=', 'proposal.docket')
        .execute()
      expect(entries.map(({ object_id }) => object_id)).not.toContain(b)
    }))

  test('changes nothing of what they see', () =>
    withServer(async (world) => {
      const { params, ids, apiOf, colleague, member, office, api } = await createMeeting(world)
      const [a, b, c, d, e] = ids
      const theirs = await apiOf(colleague)
      await aConflict(office, { proposal_id: b, user_id: colleague.id })
      const before = await theirs.docket({ params })
      expect(before.items.map(({ proposal_id }) => proposal_id)).not.toContain(b)
      await aConflict(office, { proposal_id: b, user_id: member.id })
      const items = inOrder([b, a, c, d, e]).map((item) =>
        item.proposal_id === b ? { ...item, minutes: 45 } : item,
      )
      await api.saveDocket({ params, body: { items, ...NO_LINES } })
      expect(await theirs.docket({ params })).toEqual(before)
    }))

  test('has no place in triage, whether or not they attend', () =>
    withServer(async (world) => {
      const { params, ids, apiOf, colleague, office, api } = await createMeeting(world)
      const [a, b, c, d] = ids
      await aConflict(office, { proposal_id: b, user_id: colleague.id })
      const lines = { triage_above: 2, triage_below: null }
      const { message } = await api.saveDocket({
        params,
        body: { items: inOrder(ids, [a, b, c]), ...lines },
      })
      expect(message).toContain(`Discussed all the same: ${b}.`)
      const { items } = await (await apiOf(colleague)).docket({ params })
      expect(items.slice(0, 3)).toMatchObject([
        { proposal_id: a, place: 1, track: 'triage' },
        { proposal_id: c, place: 2, track: 'triage' },
        { proposal_id: d, place: 3, track: 'discussed' },
      ])
    }))

  test('moves without an audit entry on its neighbour', () =>
    withServer(async (world) => {
      const { params, ids, colleague, office, api } = await createMeeting(world)
      const [a, b, c, d, e] = ids
      await aConflict(office, { proposal_id: b, user_id: colleague.id })
      await api.saveDocket({ params, body: { items: inOrder([a, c, b, d, e]), ...NO_LINES } })
      const { data } = await (await world.as(colleague)).api.audit.list({
        query: { action: 'proposal.docket' },
      })
      expect(data).toEqual([])
    }))
})
