import { describe, expect, test } from 'vitest'
import { NDJSON } from '#domain/allocation/suggest/policy.ts'
import type { Suggestion, SuggestionRequest } from '#domain/assign_reviewers/contract.ts'
import { DEFAULT_LIMITS } from '#domain/assign_reviewers/limits.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport } from '../builders/reports.ts'
import { anOutsider, createAssignment, storeProfile } from '../testing/reviewer_grid.ts'
import { withServer } from '../testing/test_server.ts'

type Scene = Awaited<ReturnType<typeof createAssignment>>
type Body = Partial<SuggestionRequest>

const suggest = async ({ api }: Scene, body: Body = {}) => {
  const reply = await api.assignReviewers.suggest({ body: body as never })
  if (reply.result === 0) throw new Error(reply.message)
  return reply as Suggestion
}
const pairsOf = ({ items }: Suggestion) => items.map(({ proposal_id, user_id }) => [proposal_id, user_id])

/** Two proposals, and four reviewers of four organisations, two of whom know the method of the first proposal. */
const createScene = async (world: Parameters<Parameters<typeof withServer>[0]>[0]) => {
  const scene = await createAssignment(world)
  const { proposal_id: second } = await aSubmittedProposal(scene.office, {
    input: { methods_other: [{ name: 'XRD' }] },
  })
  const others = [await anOutsider(world.ctx()), await anOutsider(world.ctx()), await anOutsider(world.ctx())]
  const users = [scene.reviewer.id, ...others.map(({ id }) => id)]
  await storeProfile(world, users[0]!, { methods: ['SEM-EDS'], keywords: ['Aqueous alteration'] })
  await storeProfile(world, users[1]!, { expertise: 'Water in grains' })
  const [first, ...rest] = users
  return { ...scene, second, users: [first!, ...rest] }
}

describe('a suggestion for a term', () => {
  test('gives each proposal three reviewers within all limits, the best fits first, and writes nothing', () =>
    withServer(async (world) => {
      const scene = await createScene(world)
      const suggestion = await suggest(scene)
      expect(suggestion).toMatchObject({
        short: [],
        change: [],
        ignored: [],
        proven: true,
        size: { wanted: 6 },
      })
      expect(suggestion.bound).toEqual(suggestion.reached)
      const of = (id: number) =>
        pairsOf(suggestion)
          .filter(([proposal]) => proposal === id)
          .map(([, user]) => user)
      expect(of(scene.proposal_id)).toEqual(expect.arrayContaining(scene.users.slice(0, 2)))
      expect([of(scene.proposal_id).length, of(scene.second).length]).toEqual([3, 3])
      expect(await suggest(scene)).toEqual({ ...suggestion, seconds: expect.any(Number) })
      expect(await world.db.selectFrom('reports').select('id').execute()).toEqual([])
    }))

  test('never has a blocked reviewer, and an unjudged one only where it is acknowledged', () =>
    withServer(async (world) => {
      const scene = await createScene(world)
      const { proposal_id, office, users } = scene
      await aConflict(office, { proposal_id, user_id: users[0]! })
      const proposer = await world.db
        .selectFrom('users')
        .select('affiliation')
        .where('id', '=', scene.proposer.id)
        .executeTakeFirstOrThrow()
      await world.db.updateTable('users').set(proposer).where('id', '=', users[1]!).execute()
      const body = { proposal_ids: [proposal_id] }
      const without = await suggest(scene, body)
      expect(pairsOf(without)).toEqual(users.slice(2).map((id) => [proposal_id, id]))
      expect(without.short).toEqual([
        {
          proposal_id,
          missing: 1,
          limit: 'conflict',
          text: `${proposal_id} stays one report short (Conflicts to judge).`,
        },
      ])
      expect(without.change).toMatchObject([
        {
          limit: 'conflict',
          text: `possible conflicts of one reviewer with ${proposal_id} judged or acknowledged`,
        },
      ])
      const acknowledged = [
        { proposal_id, user_id: users[1]! },
        { proposal_id, user_id: users[0]! },
      ]
      const with_ = await suggest(scene, { ...body, acknowledged })
      expect(with_.items).toMatchObject([
        { user_id: users[1], unjudged: true },
        { user_id: users[2], unjudged: false },
        { user_id: users[3] },
      ])
    }))

  test('keeps what is fixed, leaves out what is forbidden, saved or on the screen', () =>
    withServer(async (world) => {
      const scene = await createScene(world)
      const { api, proposal_id, users } = scene
      const mark = (user: number, mark: 'fixed' | 'forbidden') =>
        ({ proposal_id, user_id: users[user]!, mark, acknowledged: false }) as const
      await api.assignReviewers.saveMarks({ body: { marks: [mark(0, 'forbidden')] } })
      const body = { proposal_ids: [proposal_id] }
      expect(pairsOf(await suggest(scene, body))).toEqual(users.slice(1).map((id) => [proposal_id, id]))
      await api.assignReviewers.saveLimits({ body: { ...DEFAULT_LIMITS, per_proposal: 1 } })
      const marks = [mark(3, 'fixed')]
      expect((await suggest(scene, { ...body, marks })).items).toMatchObject([
        { user_id: users[3], fixed: true },
      ])
      const kept = await suggest(scene, { ...body, marks: [], keep: [{ proposal_id, user_id: users[2]! }] })
      expect(kept.items).toMatchObject([{ user_id: users[2], fixed: false }])
      await aConflict(scene.office, { proposal_id, user_id: users[3]! })
      expect(await suggest(scene, { ...body, marks })).toMatchObject({
        items: [{ user_id: users[0] }],
        ignored: [{ user_id: users[3], text: expect.stringMatching(/^A conflict of interest forbids /u) }],
      })
    }))

  test('names the limit that keeps a proposal short, and the smallest change', () =>
    withServer(async (world) => {
      const scene = await createScene(world)
      const { api, proposal_id, second, users, office } = scene
      for (const user_id of users.slice(2)) await aConflict(office, { proposal_id, user_id })
      await storeProfile(world, users[2]!, { max_reports: 1 })
      const limits = { ...DEFAULT_LIMITS, per_proposal: 2, per_reviewer: 1 }
      await api.assignReviewers.saveLimits({ body: limits })
      const first = await suggest(scene)
      expect(first).toMatchObject({ short: [], reached: { shortage: 0 } })
      await world.db
        .updateTable('reviewer_profiles')
        .set({ max_reports: 0 })
        .where('user_id', '=', users[2]!)
        .execute()
      const short = await suggest(scene)
      const [one] = short.short
      expect([proposal_id, second]).toContain(one!.proposal_id)
      expect(short.short).toEqual([
        {
          proposal_id: one!.proposal_id,
          missing: 1,
          limit: 'per_reviewer',
          text: `${one!.proposal_id} stays one report short (Reports per reviewer).`,
        },
      ])
      expect(short.change).toHaveLength(1)
      const { allow, text } = short.change[0]!
      expect(text).toMatch(
        new RegExp(`^${allow!.max_reports} instead of ${allow!.max_reports - 1} for `, 'u'),
      )
      const allowed = await suggest(scene, { allow: [allow!] })
      expect(allowed).toMatchObject({ short: [], change: [] })
      const own = { user_id: users[2]!, max_reports: 1 }
      expect(await suggest(scene, { allow: [own] })).toMatchObject({ short: [] })
      await world.db
        .updateTable('users')
        .set({ affiliation: 'One place' })
        .where('id', 'in', users.slice(0, 2))
        .execute()
      const together = await suggest(scene, { proposal_ids: [proposal_id] })
      expect(together.short).toMatchObject([{ proposal_id, limit: 'organisation' }])
      expect(together.change).toMatchObject([
        {
          limit: 'organisation',
          text: expect.stringContaining('as another reviewer of One place'),
          allow: null,
        },
      ])
      await api.assignReviewers.saveLimits({ body: { ...limits, one_per_organisation: false } })
      expect(await suggest(scene, { proposal_ids: [proposal_id] })).toMatchObject({ short: [] })
    }))

  test('keeps a place for someone who knows a method, while that limit is on', () =>
    withServer(async (world) => {
      const scene = await createScene(world)
      const { api, proposal_id, users } = scene
      const limits = { ...DEFAULT_LIMITS, per_proposal: 1 }
      await api.assignReviewers.saveLimits({ body: limits })
      await world.db
        .updateTable('reviewer_profiles')
        .set({ max_reports: 0 })
        .where('user_id', '=', users[0]!)
        .execute()
      const body = { proposal_ids: [proposal_id] }
      expect(await suggest(scene, body)).toMatchObject({ items: [], short: [{ limit: 'per_reviewer' }] })
      await api.assignReviewers.saveLimits({ body: { ...limits, knows_method: false } })
      expect((await suggest(scene, body)).items).toMatchObject([{ user_id: users[1] }])
      await api.assignReviewers.saveLimits({ body: { ...limits, per_reviewer_on: false } })
      expect((await suggest(scene, body)).items).toMatchObject([{ user_id: users[0] }])
      await api.assignReviewers.saveLimits({
        body: { ...limits, per_reviewer_on: false, per_proposal_on: false },
      })
      await expect(suggest(scene)).rejects.toThrow('Switch on a limit')
    }))

  test('spreads what the reviewers can take where the reports per proposal are not limited', () =>
    withServer(async (world) => {
      const scene = await createScene(world)
      const body = { ...DEFAULT_LIMITS, per_proposal_on: false, per_reviewer: 1, knows_method: false }
      await scene.api.assignReviewers.saveLimits({ body })
      const ids = pairsOf(await suggest(scene)).map(([proposal]) => proposal)
      expect(ids).toEqual([scene.proposal_id, scene.proposal_id, scene.second, scene.second])
    }))

  test('leaves out who is away until the reports are due, and scored proposals', () =>
    withServer(async (world) => {
      const scene = await createScene(world)
      const { proposal_id, second, users } = scene
      await world.db
        .insertInto('reviewer_absences')
        .values({ user_id: users[0]!, from_day: '2000-01-01', until_day: '2999-01-01' })
        .execute()
      await world.db.updateTable('proposals').set({ global_score: 3 }).where('id', '=', second).execute()
      expect(pairsOf(await suggest(scene))).toEqual(users.slice(1).map((id) => [proposal_id, id]))
    }))

  test('streams its progress, and the same answer last', () =>
    withServer(async (world) => {
      const scene = await createScene(world)
      const { request } = await world.as(scene.admin)
      const { payload } = await request('POST', '/api/assign_reviewers/suggest', {}, { accept: NDJSON })
      const lines = payload
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(lines[0]).toEqual({ progress: { text: 'Finding who can review what', share: null } })
      expect(lines.at(-1)).toEqual({ ...(await suggest(scene)), seconds: expect.any(Number) })
    }))
})

describe('repair', () => {
  test('fills only what a decline left open, and moves nobody', () =>
    withServer(async (world) => {
      const scene = await createScene(world)
      const { api, office, proposal_id, second, users } = scene
      await api.assignReviewers.saveLimits({ body: { ...DEFAULT_LIMITS, per_proposal: 2 } })
      const actors = (await api.assignReviewers.grid({ query: {} })).reviewers
      const actor = (id: number) => ({ ...scene.reviewer, ...actors.find((one) => one.id === id)! })
      await aReport(office, { proposal_id, reviewer: actor(users[1]!), status: 9 })
      await aReport(office, { proposal_id, reviewer: actor(users[2]!), status: 2 })
      await aReport(office, { proposal_id: second, reviewer: actor(users[3]!), status: 0 })
      const before = await world.db
        .selectFrom('reports')
        .select(['id', 'status', 'user_id'])
        .orderBy('id')
        .execute()
      const repair = await suggest(scene, { repair: true })
      expect(pairsOf(repair)).toEqual([[proposal_id, users[0]]])
      expect(
        await world.db.selectFrom('reports').select(['id', 'status', 'user_id']).orderBy('id').execute(),
      ).toEqual(before)
      expect(pairsOf(await suggest(scene)).map(([proposal]) => proposal)).toEqual([proposal_id, second])
    }))
})
