import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '#domain/assign_reviewers/limits.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aUser } from '../builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { aReport } from '../builders/reports.ts'
import { anOutsider, createAssignment } from '../testing/reviewer_grid.ts'
import { errorKindOf } from '../testing/reviews.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

const reportsOf = ({ db }: TestServer) =>
  db.selectFrom('reports').select(['proposal_id', 'user_id', 'status']).orderBy('id').execute()

const messageOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (fault: { errors?: unknown; message: string }) => fault.errors ?? fault.message,
  )

/** A namesake of the proposer: a possible conflict that nobody has judged. */
const aNamesake = async (world: TestServer, proposer: { id: number }) => {
  const { first_name, last_name } = await world.db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', proposer.id)
    .executeTakeFirstOrThrow()
  return anOutsider(world.ctx(), { first_name, last_name })
}

describe('taking reviewers', () => {
  test('adds reports that are not requested, audits them as Add Reviewer does, and mails nobody', () =>
    withServer(async (world) => {
      const { api, office, proposal_id, reviewer } = await createAssignment(world)
      const { proposal_id: second } = await aSubmittedProposal(office)
      const other = await anOutsider(world.ctx())
      const mails = await world.db.selectFrom('mails').select('id').execute()
      const items = [
        { proposal_id: second, user_id: reviewer.id },
        { proposal_id, user_id: reviewer.id },
        { proposal_id, user_id: other.id },
        { proposal_id, user_id: other.id },
      ]
      const reply = await api.assignReviewers.take({ body: { items } })
      expect(reply).toMatchObject({
        result: 1,
        message: '3 reports have been added. Nothing is mailed before a request is sent.',
        refused: [],
      })
      expect(await reportsOf(world)).toEqual([
        { proposal_id, user_id: reviewer.id, status: 0 },
        { proposal_id, user_id: other.id, status: 0 },
        { proposal_id: second, user_id: reviewer.id, status: 0 },
      ])
      expect(await world.db.selectFrom('mails').select('id').execute()).toEqual(mails)
      const entries = await world.db
        .selectFrom('audit_entries')
        .select(['proposal_id', 'after'])
        .where('action', '=', 'report.add')
        .execute()
      expect(entries).toContainEqual({ proposal_id, after: { proposal_id, user_id: other.id } })
      expect(entries).toHaveLength(3)
      const ids = reply.taken!.map(({ report_id }) => report_id)
      await aReport(office, { proposal_id: second, reviewer: other, status: 1 })
      const asked = (
        await world.db.selectFrom('reports').select('id').where('status', '=', 1).executeTakeFirstOrThrow()
      ).id
      expect(
        await api.assignReviewers.untake({ body: { report_ids: [...ids, asked, 2_000_000_000] } }),
      ).toMatchObject({
        result: 1,
        message: '3 reports have been removed. 2 reports stay.',
        removed: ids,
        refused: [
          { report_id: asked, text: 'This report is requested and not accepted yet.' },
          { report_id: 2_000_000_000, text: 'There is no such report.' },
        ],
      })
      expect(await api.assignReviewers.untake({ body: { report_ids: ids } })).toMatchObject({ result: 0 })
    }))

  test('leaves out what cannot be added, with the reason, and does the rest', () =>
    withServer(async (world) => {
      const { api, office, proposal_id, proposer, reviewer } = await createAssignment(world)
      const blocked = await anOutsider(world.ctx())
      await aConflict(office, { proposal_id, user_id: blocked.id })
      const namesake = await aNamesake(world, proposer)
      const draft = await aSavedProposal(office)
      const panel = await aUser(world.ctx(), ['panel'])
      const declined = await anOutsider(world.ctx())
      await aReport(office, { proposal_id, reviewer: declined, status: 9 })
      const take = (user_id: number, acknowledged = false, proposal = proposal_id) => ({
        proposal_id: proposal,
        user_id,
        acknowledged,
      })
      const items = [
        take(reviewer.id),
        take(blocked.id, true),
        take(namesake.id),
        take(panel.id),
        take(declined.id),
        take(reviewer.id, false, draft.proposal_id),
        take(reviewer.id, false, 2_000_000_000),
        take(2_000_000_000),
      ]
      const reply = await api.assignReviewers.take({ body: { items } })
      expect(reply.taken).toMatchObject([{ proposal_id, user_id: reviewer.id }])
      expect(reply.message).toBe('1 report has been added. 7 could not be added.')
      expect(
        Object.fromEntries(reply.refused!.map((one) => [`${one.proposal_id} ${one.user_id}`, one.text])),
      ).toEqual({
        [`${proposal_id} ${blocked.id}`]: 'The reviewer has a conflict of interest with this proposal.',
        [`${proposal_id} ${namesake.id}`]: expect.stringContaining('must be acknowledged'),
        [`${proposal_id} ${panel.id}`]: 'This user is not a reviewer.',
        [`${proposal_id} ${declined.id}`]: `${declined.name} already has a report on this proposal.`,
        [`${proposal_id} 2000000000`]: 'There is no such user.',
        [`${draft.proposal_id} ${reviewer.id}`]: 'This proposal is not submitted.',
        [`2000000000 ${reviewer.id}`]: 'There is no such proposal.',
      })
      expect(await api.assignReviewers.take({ body: { items: [take(namesake.id, true)] } })).toMatchObject({
        result: 1,
      })
      expect(await api.assignReviewers.take({ body: { items: [take(reviewer.id)] } })).toMatchObject({
        result: 0,
        message: `${reviewer.name} already has a report on this proposal.`,
        refused: [{ user_id: reviewer.id }],
      })
    }))

  test('by two at once adds each report once, in whatever order they send them', () =>
    withParallelServer(async (world) => {
      const { admin, office, proposal_id } = await createAssignment(world)
      const { proposal_id: second } = await aSubmittedProposal(office)
      const users = [
        await anOutsider(world.ctx()),
        await anOutsider(world.ctx()),
        await anOutsider(world.ctx()),
      ]
      const items = users.flatMap(({ id }) => [
        { proposal_id, user_id: id },
        { proposal_id: second, user_id: id },
      ])
      const colleague = await world.as(await aUser(world.ctx(), ['admin']))
      const { api } = await world.as(admin)
      const replies = await Promise.all([
        api.assignReviewers.take({ body: { items } }),
        colleague.api.assignReviewers.take({ body: { items: items.toReversed() } }),
      ])
      const taken = replies.flatMap((reply) => reply.taken ?? [])
      const refused = replies.flatMap((reply) => reply.refused ?? [])
      expect([taken.length, refused.length]).toEqual([6, 6])
      expect(await reportsOf(world)).toHaveLength(6)
    }))

  test('while the reviewer becomes a collaborator never leaves a report of someone in conflict', () =>
    withParallelServer(async (world) => {
      const { admin, office, proposal_id, reviewer } = await createAssignment(world)
      const { api } = await world.as(admin)
      const [taken] = await Promise.all([
        api.assignReviewers.take({ body: { items: [{ proposal_id, user_id: reviewer.id }] } }),
        aConflict(office, { proposal_id, user_id: reviewer.id }),
      ])
      const entries = await world.db
        .selectFrom('audit_entries')
        .select('action')
        .where('action', 'in', ['report.add', 'conflict.declare'])
        .orderBy('id')
        .execute()
      const wanted = taken.result === 1 ? ['report.add', 'conflict.declare'] : ['conflict.declare']
      expect(entries.map(({ action }) => action)).toEqual(wanted)
    }))
})

describe('limits', () => {
  test('are the defaults until someone saves others, each save a version', () =>
    withServer(async (world) => {
      const { api } = await createAssignment(world)
      const limits = async () => (await api.assignReviewers.grid({ query: {} })).limits
      expect(await limits()).toEqual({ ...DEFAULT_LIMITS, version: 0 })
      const changed = { ...DEFAULT_LIMITS, per_proposal: 2, per_reviewer_on: false, knows_method: false }
      const save = (version?: number) => api.assignReviewers.saveLimits({ body: { ...changed, version } })
      expect(await save(0)).toEqual({ result: 1, message: 'The limits have been saved.', version: 1 })
      expect(await limits()).toEqual({ ...changed, version: 1 })
      expect((await api.assignReviewers.grid({ query: {} })).reviewers).toMatchObject([{ limit: null }])
      expect(await errorKindOf(save(0))).toBe('stale')
      expect(await save()).toMatchObject({ version: 2 })
      expect(await api.assignReviewers.grid({ query: { term_id: 6 } })).toMatchObject({
        limits: { ...DEFAULT_LIMITS, version: 0 },
      })
    }))

  test.each([
    ['per_proposal', 0],
    ['per_proposal', 11],
    ['per_reviewer', ''],
    ['per_reviewer', 101],
  ])('are refused with %s of %s', (field, value) =>
    withServer(async (world) => {
      const { api } = await createAssignment(world)
      const body = { ...DEFAULT_LIMITS, [field]: value }
      expect(Object.keys((await messageOf(api.assignReviewers.saveLimits({ body }))) as object)).toEqual([
        field,
      ])
    }),
  )
})

describe('fixed and forbidden cells', () => {
  test('are replaced as a whole, with an ETag against another’s save', () =>
    withServer(async (world) => {
      const { admin, proposal_id, reviewer } = await createAssignment(world)
      const { request, api } = await world.as(admin)
      const other = await anOutsider(world.ctx())
      const { etag } = await api.assignReviewers.grid({ query: {} })
      const fixed = { proposal_id, user_id: reviewer.id, mark: 'fixed', acknowledged: false }
      const forbidden = { proposal_id, user_id: other.id, mark: 'forbidden', acknowledged: false }
      const save = async (marks: unknown[], ifMatch?: string) => {
        const headers: Record<string, string> = ifMatch ? { 'if-match': ifMatch } : {}
        const reply = await request('PUT', '/api/assign_reviewers/marks', { marks }, headers)
        return { status: reply.statusCode, body: reply.json() }
      }
      const first = await save([forbidden, fixed], etag)
      expect(first).toMatchObject({ status: 200, body: { result: 1 } })
      expect(await save([fixed], etag)).toMatchObject({
        status: 409,
        body: { marks: [fixed, forbidden], etag: first.body.etag },
      })
      expect((await api.assignReviewers.grid({ query: {} })).marks).toEqual([fixed, forbidden])
      expect(await save([fixed], first.body.etag)).toMatchObject({ status: 200 })
      expect((await api.assignReviewers.grid({ query: {} })).marks).toEqual([fixed])
      const audited = await world.db
        .selectFrom('audit_entries')
        .select(['object_id', 'before', 'after'])
        .where('action', '=', 'proposal.mark_reviewers')
        .orderBy('id')
        .execute()
      expect(audited).toEqual([
        {
          object_id: proposal_id,
          before: { fixed: [], forbidden: [] },
          after: { fixed: [reviewer.id], forbidden: [other.id] },
        },
        { object_id: proposal_id, before: { forbidden: [other.id] }, after: { forbidden: [] } },
      ])
    }))

  test('are refused on their cell where a conflict of interest forbids them, or one must be acknowledged', () =>
    withServer(async (world) => {
      const { api, office, proposal_id, proposer, reviewer } = await createAssignment(world)
      const namesake = await aNamesake(world, proposer)
      const other = await anOutsider(world.ctx())
      await aConflict(office, { proposal_id, user_id: other.id })
      const mark = (user_id: number, more = {}) => ({ proposal_id, user_id, mark: 'fixed' as const, ...more })
      const marks = [
        mark(reviewer.id),
        mark(other.id),
        mark(namesake.id),
        mark(namesake.id, { acknowledged: true }),
        mark(reviewer.id, { proposal_id: 2_000_000_000 }),
        mark(proposer.id),
        mark(reviewer.id, { mark: 'forbidden', acknowledged: true, proposal_id }),
      ]
      expect(await messageOf(api.assignReviewers.saveMarks({ body: { marks } }))).toEqual({
        'marks.1.user_id': ['A conflict of interest forbids this reviewer.'],
        'marks.2.acknowledged': [expect.stringContaining('must be acknowledged')],
        'marks.3.user_id': ['This cell is named twice.'],
        'marks.4.proposal_id': ['There is no such proposal in the grid.'],
        'marks.5.user_id': ['This user is not a reviewer.'],
        'marks.6.user_id': ['This cell is named twice.'],
      })
      const good = [mark(namesake.id, { acknowledged: true })]
      expect(await api.assignReviewers.saveMarks({ body: { marks: good } })).toMatchObject({ result: 1 })
      // A conflict that is recorded later does not keep the others from being saved.
      await aConflict(office, { proposal_id, user_id: namesake.id })
      const more = [...good, mark(reviewer.id)]
      expect(await api.assignReviewers.saveMarks({ body: { marks: more } })).toMatchObject({ result: 1 })
    }))

  test('of a closed term cannot be changed, nor its limits', () =>
    withServer(async (world) => {
      const { api } = await createAssignment(world)
      await world.db.updateTable('terms').set({ disabled: true }).where('id', '=', 6).execute()
      const query = { term_id: 6 }
      const closed = { result: 0, message: 'AO6 is closed; nothing in it can be changed.' }
      expect(await api.assignReviewers.saveMarks({ query, body: { marks: [] } })).toEqual(closed)
      expect(await api.assignReviewers.saveLimits({ query, body: DEFAULT_LIMITS })).toEqual(closed)
      expect(await api.assignReviewers.suggest({ body: query })).toEqual(closed)
    }))
})
