import { beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '#domain/errors.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aUser } from '../builders/people.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { createConflictedUser, createSubmittedProposal, withOffice } from '../testing/allocation.ts'
import type { TestServer } from '../testing/test_server.ts'

const faultOf = (call: Promise<unknown>): Promise<Fault> =>
  call.then(
    () => expect.unreachable(),
    (e) => e,
  )

describe('a save', () => {
  let s: { id: number }[]
  let p: number[]
  let office: Actor
  const pair = (sample: number, proposal: number) => ({ sample_id: s[sample]!.id, proposal_id: p[proposal]! })
  const stage = (work: (world: TestServer) => Promise<void>) =>
    withOffice(async (world, actor) => {
      office = actor
      s = [
        await aSample(world.ctx()),
        await aSample(world.ctx()),
        await aSample(world.ctx(), { sample_type: 2 }),
      ]
      p = [await createSubmittedProposal(world, office), await createSubmittedProposal(world, office)]
      await work(world)
    })
  const stored = async ({ db }: TestServer) =>
    (
      await db
        .selectFrom('assignments')
        .select(['sample_id', 'proposal_id', 'status'])
        .orderBy('sample_id')
        .orderBy('proposal_id')
        .execute()
    ).map((a) => [s.findIndex(({ id }) => id === a.sample_id), p.indexOf(a.proposal_id), a.status])
  beforeEach(() => {
    s = []
    p = []
  })

  test('replaces unconfirmed assignments of its types and term, and keeps confirmed ones', () =>
    stage(async (world) => {
      const { api } = await world.as(office)
      const gas = { body: [pair(2, 0)] }
      expect(await api.allocation.saveGas(gas)).toMatchObject({ result: 1 })
      await api.allocation.save({ body: [pair(0, 0), pair(1, 0), pair(1, 1)] })
      expect(await stored(world)).toEqual([
        [0, 0, 0],
        [1, 0, 0],
        [1, 1, 0],
        [2, 0, 0],
      ])
      await api.allocation.confirm({ body: [pair(0, 0)] })
      await api.allocation.save({ body: [pair(1, 1), pair(1, 1)] })
      expect(await stored(world)).toEqual([
        [0, 0, 1],
        [1, 1, 0],
        [2, 0, 0],
      ])
      await api.allocation.save({ body: [pair(0, 0)] })
      expect(await stored(world)).toEqual([
        [0, 0, 1],
        [2, 0, 0],
      ])
    }))

  test('is 400 as a whole when one item does not fit, and says which', () =>
    stage(async (world) => {
      const { api } = await world.as(office)
      await api.allocation.save({ body: [pair(0, 0)] })
      const fault = await faultOf(
        api.allocation.save({
          body: [
            pair(1, 0),
            { ...pair(1, 1), db_type: 2 },
            pair(2, 0),
            { ...pair(0, 0), sample_type: 1 },
            { sample_id: 999_999, proposal_id: p[0]! },
            { sample_id: s[0]!.id, proposal_id: 999_999 },
          ],
        }),
      )
      expect(fault.kind).toBe('invalid')
      expect(Object.keys(fault.errors!)).toEqual([
        '1.db_type',
        '2.sample_id',
        '3.sample_type',
        '4.sample_id',
        '5.proposal_id',
      ])
      expect(await stored(world)).toEqual([[0, 0, 0]])
    }))

  test('of a sample that is confirmed elsewhere is 400', () =>
    stage(async (world) => {
      const { api } = await world.as(office)
      await anAssignment(world.ctx(office), 1, [pair(0, 0)], { confirmed: true })
      const fault = await faultOf(api.allocation.save({ body: [pair(1, 1), pair(0, 1)] }))
      expect(fault.errors).toEqual({
        '1.sample_id': [expect.stringContaining(`is confirmed for proposal ${p[0]} of AO7.`)],
      })
      expect(await stored(world)).toEqual([[0, 0, 1]])
    }))

  test('with an outdated ETag is 409 and lists the changes', () =>
    stage(async (world) => {
      const visit = await world.as(office)
      await anAssignment(world.ctx(office), 1, [pair(0, 0)])
      const other = await world.as(
        await aUser(world.ctx(), ['admin'], { first_name: 'Mika', last_name: 'Aalto' }),
      )
      const etag = String((await visit.request('GET', '/api/samples/allocation')).headers.etag)
      expect((await visit.request('GET', '/api/samples/allocation/1')).headers.etag).toBe(etag)
      await other.api.allocation.save({ body: [pair(1, 1)] })
      await other.api.allocation.saveGas({ body: [pair(2, 1)] })
      const save = (ifMatch: string) =>
        visit.request('POST', '/api/samples/allocation', [pair(0, 1)], { 'if-match': ifMatch })
      const reply = await save(etag)
      expect(reply.statusCode).toBe(409)
      expect(reply.json()).toMatchObject({
        changed: [
          { ...pair(0, 0), change: 'removed', by: 'Mika Aalto' },
          { ...pair(1, 1), change: 'assigned', by: 'Mika Aalto' },
        ],
        assignments: [{ ...pair(1, 1), status: 0 }],
      })
      expect(await stored(world)).toEqual([
        [1, 1, 0],
        [2, 1, 0],
      ])
      expect((await save(reply.json().etag)).json()).toMatchObject({ result: 1 })
      expect((await save('W/"nonsense"')).statusCode).toBe(409)
      expect((await save('*')).statusCode).toBe(200)
    }))

  test('in a disabled term is refused, and so are confirm and cancel', () =>
    stage(async (world) => {
      const { api } = await world.as(office)
      await anAssignment(world.ctx(office), 1, [pair(0, 0)], { confirmed: true })
      await anAssignment(world.ctx(office), 1, [pair(1, 1)])
      await world.db.updateTable('terms').set({ disabled: true }).where('id', '=', 7).execute()
      const query = { term_id: 7 }
      const [confirmed] = await api.allocation.assigned({ query })
      for (const outcome of [
        await api.allocation.save({ query, body: [] }),
        await api.allocation.confirm({ query, body: [pair(1, 1)] }),
        await api.allocation.confirm({ body: [pair(1, 1)] }),
        await api.allocation.cancel({ params: { main_key: confirmed!.main_key } }),
      ])
        expect(outcome).toEqual({ result: 0, message: expect.stringContaining('AO7 is closed') })
      expect(await stored(world)).toEqual([
        [0, 0, 1],
        [1, 1, 0],
      ])
      expect(await api.allocation.samples({ query })).toHaveLength(2)
    }))

  test('cannot change proposals with which the actor has a conflict of interest', () =>
    stage(async (world) => {
      const { api } = await world.as(await createConflictedUser(world, p[0]!))
      const refusal = { result: 0, message: expect.stringContaining(`proposal ${p[0]}`) }
      expect(await api.allocation.save({ body: [pair(0, 0)] })).toEqual(refusal)
      await anAssignment(world.ctx(office), 1, [pair(0, 0)])
      expect(await api.allocation.save({ body: [] })).toEqual(refusal)
      expect(await api.allocation.confirm({ body: [pair(0, 0)] })).toEqual(refusal)
      expect(await api.allocation.save({ body: [pair(0, 0), pair(1, 1)] })).toMatchObject({ result: 1 })
      await (await world.as(office)).api.allocation.confirm({ body: [pair(0, 0)] })
      const [row] = await api.allocation.assigned()
      expect(await api.allocation.cancel({ params: { main_key: row!.main_key } })).toEqual(refusal)
    }))

  test('without a list of ids is 400', () =>
    stage(async (world) => {
      const { request } = await world.as(office)
      for (const body of [{ sample_id: 1 }, [{ sample_id: 'x', proposal_id: 1 }], [{ sample_id: 1 }]])
        expect((await request('POST', '/api/samples/allocation', body)).statusCode).toBe(400)
      expect(
        (await request('POST', '/api/samples/assign', [{ sample_id: 1.5, proposal_id: 1 }])).statusCode,
      ).toBe(400)
    }))

  test('with many wrong items names the first hundred; a list that is too long is 400', () =>
    stage(async (world) => {
      const { api, request } = await world.as(office)
      const wrong = Array.from({ length: 300 }, (_, n) => ({ sample_id: 1_000_000 + n, proposal_id: p[0]! }))
      const { errors } = await faultOf(api.allocation.save({ body: wrong }))
      expect(Object.keys(errors!)).toHaveLength(100)
      const shapeless = Array.from({ length: 300 }, () => ({ sample_id: 'x', proposal_id: 'y' }))
      const answer = await request('POST', '/api/samples/allocation', shapeless)
      expect([answer.statusCode, Object.keys(answer.json().errors).length]).toEqual([400, 100])
      const long = Array.from({ length: 20_001 }, () => pair(0, 0))
      expect((await request('POST', '/api/samples/allocation', long)).statusCode).toBe(400)
    }))

  test('is confirmed all together or not at all, cancelled, and listed', () =>
    stage(async (world) => {
      const { api, request } = await world.as(office)
      await anAssignment(world.ctx(office), 1, [pair(0, 0), pair(0, 1), pair(1, 1)])
      await api.allocation.confirm({ body: [pair(0, 0)] })
      expect(await api.allocation.confirm({ body: [pair(1, 1), pair(0, 1)] })).toMatchObject({ result: 0 })
      expect(await stored(world)).toEqual([
        [0, 0, 1],
        [0, 1, 0],
        [1, 1, 0],
      ])
      const rows = await api.allocation.assigned({ query: { term_id: 7 } })
      expect(rows).toMatchObject([
        { id: s[0]!.id, proposal_id: p[0], status: 1, type: 0, term: { id: 7, disabled: false } },
        { proposal_id: p[1], status: 0 },
        { id: s[1]!.id, status: 0 },
      ])
      const csv = await request('GET', await api.allocation.assignedDownload({ query: { term_id: 7 } }))
      expect(csv.body.split('\r\n')).toHaveLength(5)
      const params = { main_key: rows[0]!.main_key }
      expect(await api.allocation.cancel({ params })).toMatchObject({ result: 1 })
      expect(await api.allocation.cancel({ params })).toMatchObject({ result: 0 })
      expect((await faultOf(api.allocation.cancel({ params: { main_key: 999_999 } }))).kind).toBe('missing')
      expect(await api.allocation.confirm({ body: [pair(0, 1), pair(1, 1)] })).toMatchObject({ result: 1 })
    }))
})
