import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import type { Suggestion, SuggestionRequest } from '#domain/allocation/suggest/contract.ts'
import { NDJSON } from '#domain/allocation/suggest/policy.ts'
import { NO_SCORE } from '#domain/allocation/suggest/reasons.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aUser } from '../../builders/people.ts'
import { anAssignment, aSample } from '../../builders/samples.ts'
import { createConflictedUser, createSubmittedProposal, withOffice } from '../../testing/allocation.ts'
import { column, row } from '../../testing/grid_snapshots.ts'
import type { TestServer } from '../../testing/test_server.ts'
import { suggestAllocation, suggestionTask } from './service.ts'
import { runInThread, working } from './thread.ts'

/** Requests a suggestion for the particle grid of the current term, by rank unless `body` says otherwise. */
async function requestSuggestion({ as }: TestServer, actor: Actor, body: Partial<SuggestionRequest> = {}) {
  const { api } = await as(actor)
  return api.allocation.suggest({ body: { grid: 1, policy: 'rank', ...body } })
}
const suggestion = async (...args: Parameters<typeof requestSuggestion>) =>
  (await requestSuggestion(...args)) as Suggestion
const idsIn = ({ items }: Suggestion) => items.map(({ sample_id, proposal_id }) => [sample_id, proposal_id])

describe('a suggestion', () => {
  test('by rank leaves a sample to the proposal that asks for it by name, and explains it to the better ranked one', () =>
    withOffice(async (world, office) => {
      const wanted = await aSample(world.ctx(), { name: 'A0101', weight: 4 })
      const near = await aSample(world.ctx(), { name: 'A0102', weight: 4.5 })
      const first = await createSubmittedProposal(world, office, {
        score: 5,
        asks: [{ sample_id: null, weight: 4 }],
      })
      const second = await createSubmittedProposal(world, office, {
        score: 3,
        asks: [{ sample_id: wanted.id }, { sample_id: null, weight: 4 }],
      })
      const none = await createSubmittedProposal(world, office, { asks: [{ sample_id: null }] })
      expect(await suggestion(world, await aUser(world.ctx(), ['panel']))).toMatchObject({
        items: [
          {
            sample_id: near.id,
            proposal_id: first,
            priority: 1,
            reason: `priority 1 of ${first}: Any 4 mg; A0102 weighs 4.5 mg, nearest left of 2 free: A0101 (4 mg) goes to ${second}, which asks for it by name`,
          },
          {
            sample_id: wanted.id,
            proposal_id: second,
            priority: 1,
            reason: `priority 1 of ${second}: A0101 by name; it is free`,
          },
        ],
        unserved: [
          {
            proposal_id: second,
            priority: 2,
            missing: 1,
            reason: 'no free Ryugu particle from 2 to 8 mg; nearest A0101 (4 mg) goes to its own priority 1',
          },
          { proposal_id: none, priority: 1, missing: 1, reason: NO_SCORE },
        ],
        size: { asked: 4, free: 2, pairs: 5 },
      })
    }))

  test('by benefit gives the lower ranked proposal what only it can use', () =>
    withOffice(async (world, office) => {
      const only = await aSample(world.ctx(), { weight: 2 })
      const other = await aSample(world.ctx(), { weight: 2.5 })
      const first = await createSubmittedProposal(world, office, {
        score: 4,
        asks: [{ sample_id: null, weight: 2 }],
      })
      const second = await createSubmittedProposal(world, office, {
        score: 3.75,
        asks: [{ sample_id: null, weight: 1.2 }],
      })
      const reply = await suggestion(world, office, { policy: 'benefit' })
      expect(idsIn(reply)).toEqual([
        [other.id, first],
        [only.id, second],
      ])
      expect(reply.benefit).toBeCloseTo(8 * 0.8 + 2 ** 2.75 * 0.6, 2)
      expect(idsIn(await suggestion(world, office))).toEqual([[only.id, first]])
    }))

  test('by benefit prefers the upper row when the benefit is equal', () =>
    withOffice(async (world, office) => {
      const { id } = await aSample(world.ctx())
      const asks = [{ sample_id: id }]
      await createSubmittedProposal(world, office, { score: 4, rank: 2, asks })
      const upper = await createSubmittedProposal(world, office, { score: 4, rank: 1, asks })
      await createSubmittedProposal(world, office, { score: 4, rank: 3, asks })
      expect(idsIn(await suggestion(world, office, { policy: 'benefit' }))).toEqual([[id, upper]])
    }))

  test('keeps confirmed and assigned samples, also of other grids; the draft on the screen replaces what is saved', () =>
    withOffice(async (world, office) => {
      const ctx = world.ctx(office)
      const bennu = { db_type: 2 as const, chamber: null }
      const pad = await aSample(ctx, { ...bennu, sample_type: 4 })
      await aSample(ctx, bennu)
      const [held, ticked, free] = [await aSample(ctx), await aSample(ctx), await aSample(ctx)]
      const any = { sample_id: null }
      const first = await createSubmittedProposal(world, office, {
        score: 5,
        asks: [any, any, { ...any, db_type: 2 }],
      })
      const second = await createSubmittedProposal(world, office, { score: 4 })
      await anAssignment(ctx, 1, [{ sample_id: held.id, proposal_id: second }], { confirmed: true })
      await anAssignment(ctx, 1, [{ sample_id: ticked.id, proposal_id: first }])
      await anAssignment(ctx, 4, [{ sample_id: pad.id, proposal_id: first }])
      expect(idsIn(await suggestion(world, office))).toEqual([[free.id, first]])
      // Unsaved on the screen: `free` goes to the second proposal, and the saved assignment is gone.
      const items = [{ sample_id: free.id, proposal_id: second }]
      const reply = await suggestion(world, office, { items })
      expect(idsIn(reply)).toEqual([[ticked.id, first]])
      expect(reply.unserved).toEqual([
        {
          proposal_id: first,
          priority: 2,
          missing: 1,
          reason: expect.stringMatching(/^no free Ryugu particle; all 3 are taken, /u),
        },
      ])
      // Draft assignments of proposals or samples that have left the grid are ignored.
      const gone = [
        { sample_id: free.id, proposal_id: second + 1000 },
        { sample_id: free.id + 1000, proposal_id: second },
      ]
      expect((await suggestion(world, office, { items: gone })).items).toHaveLength(2)
    }))

  test('writes nothing', () =>
    withOffice(async (world, office) => {
      await aSample(world.ctx())
      await createSubmittedProposal(world, office, { score: 5, asks: [{ sample_id: null }] })
      const rows = async () => [
        await world.db.selectFrom('audit_entries').select('id').orderBy('id').execute(),
        await world.db.selectFrom('assignments').select('id').orderBy('id').execute(),
      ]
      const before = await rows()
      expect((await suggestion(world, office)).items).toHaveLength(1)
      expect(await rows()).toEqual(before)
    }))

  test('neither mentions nor serves proposals with which the reader has a conflict of interest', () =>
    withOffice(async (world, office) => {
      const sample = await aSample(world.ctx(), { name: 'A0301' })
      const own = await createSubmittedProposal(world, office, {
        score: 5,
        rank: 1,
        asks: [{ sample_id: sample.id }],
      })
      const other = await createSubmittedProposal(world, office, {
        score: 1,
        asks: [{ sample_id: sample.id }],
      })
      expect(idsIn(await suggestion(world, office))).toEqual([[sample.id, own]])
      for (const policy of ['rank', 'benefit'] as const) {
        const reply = await suggestion(world, await createConflictedUser(world, own), { policy })
        expect(idsIn(reply)).toEqual([[sample.id, other]])
        expect(reply.items[0]!.reason).toBe(`priority 1 of ${other}: A0301 by name; it is free`)
        expect(reply.unserved).toEqual([])
        expect(reply.size.asked).toBe(1)
      }
    }))

  test('knows the assignments of the other grids: those on the screen, else the saved ones', () =>
    withOffice(async (world, office) => {
      const { ctx } = world
      const stone = await aSample(ctx(), { db_type: 2 })
      const pad = await aSample(ctx(), { db_type: 2, sample_type: 4 })
      const asks = [{ sample_id: null, db_type: 2 as const }]
      const proposal_id = await createSubmittedProposal(world, office, { score: 5, asks })
      const ids = async (body?: Partial<SuggestionRequest>) => idsIn(await suggestion(world, office, body))
      const given = [[stone.id, proposal_id]]
      expect(await ids()).toEqual(given)
      const onScreen = [{ sample_id: pad.id, proposal_id }]
      expect(await ids({ others: onScreen })).toEqual([])
      await anAssignment(ctx(office), 4, onScreen)
      expect(await ids()).toEqual([])
      // Taken away on the screen of the other grid, and not saved yet.
      expect(await ids({ others: [] })).toEqual(given)
      await anAssignment(ctx(office), 4, onScreen, { confirmed: true })
      expect(await ids({ others: [] })).toEqual([])
      // A sample of this grid is none of another.
      expect(await ids({ others: [{ sample_id: stone.id, proposal_id }] })).toEqual([])
      expect(await ids({ grid: 4, items: [], others: [{ sample_id: stone.id, proposal_id }] })).toEqual([])
    }))

  test('is available for every open term, not for closed or unknown ones', () =>
    withOffice(async (world, office) => {
      const sample = await aSample(world.ctx())
      const past = await createSubmittedProposal(world, office, { score: 5, asks: [{ sample_id: null }] })
      await world.db.updateTable('proposals').set({ term_id: 6 }).where('id', '=', past).execute()
      expect(await suggestion(world, office)).toMatchObject({ items: [], unserved: [], benefit: 0 })
      expect(idsIn(await suggestion(world, office, { term_id: 6 }))).toEqual([[sample.id, past]])
      await world.db.updateTable('terms').set({ disabled: true }).where('id', '=', 6).execute()
      const closed = { result: 0, message: 'AO6 is closed; nothing in it can be changed.' }
      expect(await requestSuggestion(world, office, { term_id: 6 })).toEqual(closed)
      await expect(requestSuggestion(world, office, { term_id: 5 })).rejects.toMatchObject({
        kind: 'missing',
      })
    }))

  test.each<[string, object]>([
    ['grid', { policy: 'rank' }],
    ['grid', { grid: 5, policy: 'rank' }],
    ['grid', { grid: 0, policy: 'rank' }],
    ['policy', { grid: 1, policy: 'luck' }],
    ['term_id', { grid: 1, policy: 'rank', term_id: 'x' }],
    ['items', { grid: 1, policy: 'rank', items: {} }],
    ['others.0.sample_id', { grid: 1, policy: 'rank', others: [{ proposal_id: 1 }] }],
    ['items.0.proposal_id', { grid: 1, policy: 'rank', items: [{ sample_id: 1 }] }],
    ['items.0.priority', { grid: 1, policy: 'rank', items: [{ sample_id: 1, proposal_id: 1, priority: 0 }] }],
  ])('is refused with an invalid %s', (field, body) =>
    withOffice(async ({ as }, office) => {
      const reply = await (await as(office)).request('POST', '/api/samples/suggest', body)
      expect(reply.statusCode).toBe(400)
      expect(Object.keys(reply.json().errors)).toEqual([field])
    }),
  )
})

describe('the worker thread of a suggestion', () => {
  test('streams progress in lines, and last the reply', () =>
    withOffice(async (world, office) => {
      await aSample(world.ctx())
      await createSubmittedProposal(world, office, { score: 5, asks: [{ sample_id: null }] })
      const { request } = await world.as(office)
      const body = { grid: 1, policy: 'benefit' }
      const { payload } = await request('POST', '/api/samples/suggest', body, { accept: NDJSON })
      const lines = payload
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(lines[0]).toEqual({ progress: { text: 'Reading the requests', share: null } })
      expect(lines.at(-1)).toMatchObject({ result: 1, items: [{ priority: 1 }] })
      expect(working.size).toBe(0)
    }))

  test.each(['application/json', NDJSON])('ends when the client disconnects (%s)', (accept) =>
    withOffice(async ({ app, as }, office) => {
      const { cookie, csrf } = await as(office)
      const server = createServer((request, reply) => app.routing(request, reply))
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const leave = new AbortController()
      const call = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/samples/suggest`, {
        method: 'POST',
        headers: { cookie, accept, 'x-xsrf-token': csrf, 'content-type': 'application/json' },
        body: JSON.stringify({ grid: 1, policy: 'rank' }),
        signal: leave.signal,
      }).then((reply) => reply.text())
      const left = expect(call).rejects.toThrow('aborted')
      await vi.waitUntil(() => working.size === 1, { timeout: 60_000, interval: 1 })
      const [thread] = working
      const ended = once(thread!, 'exit')
      leave.abort()
      await left
      await ended
      server.close()
    }),
  )

  test('is refused when two are already running', () =>
    withOffice(async (world, office) => {
      const others = [await aUser(world.ctx(), ['panel']), await aUser(world.ctx(), ['admin'])]
      const replies = await Promise.all([office, ...others].map((actor) => requestSuggestion(world, actor)))
      expect(replies.map(({ result }) => result).sort()).toEqual([0, 1, 1])
      expect(replies.find(({ result }) => result === 0)).toEqual({
        result: 0,
        message: 'Other suggestions are being computed. Please try again in a moment.',
      })
      expect(working.size).toBe(0)
    }))

  test.each(['application/json', NDJSON])('is one for each user (%s)', (accept) =>
    withOffice(async (world, office) => {
      const { request } = await world.as(office)
      const ask = async () => {
        const { payload } = await request(
          'POST',
          '/api/samples/suggest',
          { grid: 1, policy: 'rank' },
          { accept },
        )
        return JSON.parse(payload.trim().split('\n').at(-1)!)
      }
      const replies = await Promise.all([ask(), ask(), ask()])
      expect(replies.map(({ result }) => result).sort()).toEqual([0, 0, 1])
      expect(replies.filter(({ result }) => result === 0).map(({ message }) => message)).toEqual(
        Array(2).fill('A suggestion of yours is still being computed. Please wait for it, or cancel it.'),
      )
      expect((await ask()).result).toBe(1)
      await expect(requestSuggestion(world, office, { term_id: 99 })).rejects.toMatchObject({
        kind: 'missing',
      })
      expect((await ask()).result).toBe(1)
    }),
  )

  test('that was cancelled does not keep its user from the next one', () =>
    withOffice(async (world, office) => {
      const ctx = world.ctx(office)
      const request = { grid: 1, policy: 'rank' } as const
      const leave = new AbortController()
      const first = suggestAllocation(ctx, request, leave.signal)
      const refused = expect(first).rejects.toThrow('This suggestion was cancelled.')
      await vi.waitUntil(() => working.size === 1, { timeout: 60_000, interval: 1 })
      leave.abort()
      expect(await suggestAllocation(ctx, request, new AbortController().signal)).toMatchObject({ result: 1 })
      await refused
    }))

  const job = {
    snapshot: { grid: 1 as const, proposals: [row(1, [])], samples: [column(1)] },
    policy: 'rank' as const,
  }

  test('is stopped when it takes too long', async () => {
    const never = new AbortController().signal
    const limits = { clock: 1, growth: 2 ** 40 }
    await expect(runInThread(suggestionTask(job), never, () => {}, limits)).rejects.toThrow(
      /^This suggestion takes too long/u,
    )
    expect(working.size).toBe(0)
  })

  test('is stopped when the process grows too much', async () => {
    const never = new AbortController().signal
    const limits = { clock: 60_000, growth: -(2 ** 40) }
    await expect(runInThread(suggestionTask(job), never, () => {}, limits)).rejects.toThrow(
      /^This suggestion needs too much memory/u,
    )
    expect(working.size).toBe(0)
  })

  test('is not started when already cancelled', async () => {
    await expect(runInThread(suggestionTask(job), AbortSignal.abort())).rejects.toThrow(
      'This suggestion was cancelled.',
    )
    expect(working.size).toBe(0)
  })
})
