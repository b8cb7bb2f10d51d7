import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aUser } from '../builders/people.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { createSubmittedProposal, withOffice } from '../testing/allocation.ts'
import type { TestClient, TestServer } from '../testing/test_server.ts'

/** Two samples and a bottle of gas, two proposals that ask for any of them, and another member of the office. */
async function stage(world: TestServer, office: Actor) {
  const s = [
    await aSample(world.ctx()),
    await aSample(world.ctx()),
    await aSample(world.ctx(), { sample_type: 2 }),
  ]
  const asks = [{ sample_id: null }, { sample_id: null }]
  const p = [
    await createSubmittedProposal(world, office, { asks }),
    await createSubmittedProposal(world, office, { asks }),
  ]
  const mika = await aUser(world.ctx(), ['admin'], { first_name: 'Mika', last_name: 'Aalto' })
  const pair = (sample: number, proposal: number, priority?: number | null) => ({
    sample_id: s[sample]!.id,
    proposal_id: p[proposal]!,
    ...(priority !== undefined && { priority }),
  })
  return { ...(await world.as(office)), mika, theirs: (await world.as(mika)).api, s, p, pair }
}

const etagOf = async ({ request }: Pick<TestClient, 'request'>, path = '/api/samples/allocation/1') =>
  String((await request('GET', path)).headers.etag)

describe('changes since a grid was loaded', () => {
  test('list each change of others once with its author, and the present assignments', () =>
    withOffice(async (world, office) => {
      const { api, request, theirs, mika, s, pair } = await stage(world, office)
      const params = { grid: '1' as const }
      await api.allocation.save({ body: [pair(0, 0)] })
      let etag = await etagOf({ request })
      const look = async () => {
        const news = await api.allocation.changes({ params, query: { etag } })
        etag = news.etag
        return news.changed.map(({ sample_id, proposal_id, change, by, by_id }) => {
          expect([by, by_id]).toEqual([mika.name, mika.id])
          return [change, s.findIndex(({ id }) => id === sample_id), proposal_id]
        })
      }
      const [first, second] = [pair(0, 0).proposal_id, pair(0, 1).proposal_id]
      expect(await look()).toEqual([])
      await theirs.allocation.saveGas({ body: [pair(2, 1)] })
      await theirs.allocation.save({ body: [pair(0, 0, 2), pair(1, 1)] })
      expect(await look()).toEqual([
        ['assigned', 1, second],
        ['moved', 0, first],
      ])
      await theirs.allocation.saveGas({ body: [pair(2, 0)] })
      expect(await look()).toEqual([])
      await theirs.allocation.confirm({ body: [pair(0, 0)] })
      await theirs.allocation.save({ body: [] })
      expect(await look()).toEqual([
        ['confirmed', 0, first],
        ['removed', 1, second],
      ])
      const [row] = await api.allocation.assigned()
      await theirs.allocation.cancel({ params: { main_key: row!.main_key } })
      expect(await look()).toEqual([['returned', 0, first]])
      expect(await look()).toEqual([])
      const { assignments } = await api.allocation.changes({ params, query: { etag } })
      expect(assignments).toEqual([{ ...pair(0, 0), main_key: row!.main_key, status: 0, priority: 2 }])
      expect(etag).toBe(await etagOf({ request }))
    }))

  test('have a time', () =>
    withOffice(async (world, office) => {
      const { api, request, theirs, pair } = await stage(world, office)
      const etag = await etagOf({ request })
      const now = new Date(+world.services.clock() + 60_000)
      world.at(now)
      await theirs.allocation.save({ body: [pair(0, 0)] })
      const { changed } = await api.allocation.changes({ params: { grid: '1' }, query: { etag } })
      expect(changed.map(({ at }) => at)).toEqual([now.toISOString()])
    }))

  test.each([
    ['of no state', undefined, []],
    ['of one that cannot be read', 'nonsense', []],
    ['of one with a number alone', '"0."', ['assigned', 'assigned']],
    ['of a number that no record has', '"999999999999.x"', []],
    ['of a number that is too long', '"99999999999999999999.x"', []],
  ])('for %s: the present assignments, and only known changes', (_, etag, expected) =>
    withOffice(async (world, office) => {
      const { api, pair } = await stage(world, office)
      await api.allocation.save({ body: [pair(0, 0), pair(1, 1)] })
      const told = await api.allocation.changes({ params: { grid: '1' }, query: { etag } })
      expect(told.changed.map(({ change }) => change)).toEqual(expected)
      expect(told.assignments).toHaveLength(2)
    }),
  )

  test('can be requested with the ETag of another grid', () =>
    withOffice(async (world, office) => {
      const { api, request, pair } = await stage(world, office)
      await api.allocation.save({ body: [pair(0, 0)] })
      const etag = await etagOf({ request }, '/api/samples/allocation/2')
      await api.allocation.save({ body: [pair(1, 0)] })
      const { changed } = await api.allocation.changes({ params: { grid: '1' }, query: { etag } })
      expect(changed.map(({ change }) => change)).toEqual(['removed', 'assigned'])
    }))

  test('are those of the term, also of a disabled one', () =>
    withOffice(async (world, office) => {
      const { api, request, pair } = await stage(world, office)
      const of = (term_id: number, etag: string) =>
        api.allocation.changes({ params: { grid: '1' }, query: { term_id, etag } })
      const other = await etagOf({ request }, '/api/samples/allocation/1?term_id=6')
      const etag = await etagOf({ request })
      await anAssignment(world.ctx(office), 1, [pair(0, 0)])
      expect(await of(6, other)).toEqual({ changed: [], assignments: [], etag: other })
      await world.db.updateTable('terms').set({ disabled: true }).where('id', '=', 7).execute()
      expect(await of(7, etag)).toMatchObject({ changed: [{ change: 'assigned' }], assignments: [{}] })
    }))

  test('are for staff only', () =>
    withOffice(async (world, office) => {
      await stage(world, office)
      for (const role of ['panel', 'reviewer', 'proposer'] as const) {
        const { request } = await world.as(await aUser(world.ctx(), [role]))
        const { statusCode } = await request('GET', '/api/samples/allocation/changes/1')
        expect([role, statusCode]).toEqual([role, role === 'panel' ? 200 : 403])
      }
    }))
})

describe('the request that a sample answers', () => {
  const stored = async ({ db }: TestServer) =>
    (await db.selectFrom('assignments').select('priority').orderBy('sample_id').execute()).map(
      ({ priority }) => priority,
    )

  test('is chosen, the best fit, or unchanged when a save omits it', () =>
    withOffice(async (world, office) => {
      const { api, pair } = await stage(world, office)
      await api.allocation.save({ body: [pair(0, 0, 2), pair(1, 0)] })
      expect(await stored(world)).toEqual([2, null])
      await api.allocation.save({ body: [pair(0, 0), pair(1, 0, 1)] })
      expect(await stored(world)).toEqual([2, 1])
      await api.allocation.save({ body: [pair(0, 0, null), pair(1, 0)] })
      expect(await stored(world)).toEqual([null, 1])
    }))

  test('must belong to the proposal', () =>
    withOffice(async (world, office) => {
      const { request, p, pair } = await stage(world, office)
      const reply = await request('POST', '/api/samples/allocation', [pair(0, 0, 1), pair(1, 0, 3)])
      expect([reply.statusCode, reply.json().errors]).toEqual([
        400,
        { '1.priority': [`Proposal ${p[0]} has no request of priority 3.`] },
      ])
      expect(await stored(world)).toEqual([])
    }))

  test('does not change for a confirmed assignment', () =>
    withOffice(async (world, office) => {
      const { api, pair } = await stage(world, office)
      await api.allocation.save({ body: [pair(0, 0, 1)] })
      await api.allocation.confirm({ body: [pair(0, 0)] })
      expect(await api.allocation.save({ body: [pair(0, 0, 2)] })).toMatchObject({ result: 1 })
      expect(await stored(world)).toEqual([1])
    }))

  test('cannot be changed with a conflict of interest', () =>
    withOffice(async (world, office) => {
      const { api, p, pair } = await stage(world, office)
      await api.allocation.save({ body: [pair(0, 0, 1)] })
      const declared = { user_id: office.id, declared_by: office.id, reason: 'A friend.' }
      await world.db
        .insertInto('conflicts')
        .values({ proposal_id: p[0]!, ...declared })
        .execute()
      expect(await api.allocation.save({ body: [pair(0, 0, 2)] })).toMatchObject({ result: 0 })
      expect(await api.allocation.save({ body: [pair(0, 0)] })).toMatchObject({ result: 1 })
      expect(await stored(world)).toEqual([1])
    }))

  test('is reported in a version conflict and in the history of the sample', () =>
    withOffice(async (world, office) => {
      const { api, request, theirs, mika, s, pair } = await stage(world, office)
      await api.allocation.save({ body: [pair(0, 0, 1)] })
      const headers = { 'if-match': await etagOf({ request }) }
      await theirs.allocation.save({ body: [pair(0, 0, 2)] })
      const reply = await request('POST', '/api/samples/allocation', [pair(0, 0, null)], headers)
      expect([reply.statusCode, reply.json()]).toMatchObject([
        409,
        {
          changed: [{ ...pair(0, 0), change: 'moved', by_id: mika.id }],
          assignments: [pair(0, 0, 2)],
        },
      ])
      const { events } = await api.allocation.history({ params: { id: s[0]!.id } })
      expect(events[0]).toMatchObject({ change: 'moved', by: mika.name, proposal_id: pair(0, 0).proposal_id })
    }))
})
