import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aUser } from '../builders/people.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import {
  createConflictedUser,
  createSubmittedProposal,
  requireTwoToConfirm,
  withOffice,
} from '../testing/allocation.ts'
import { type TestClient, type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

interface Stage {
  world: TestServer
  office: Actor
  ann: TestClient
  bo: TestClient
  pairs: { sample_id: number; proposal_id: number }[]
}

/** Two of the office who sign off together, and two pairs of one term. */
const stage = (work: (stage: Stage) => Promise<void>, run = withServer) =>
  withOffice(async (world, office) => {
    const named = (first_name: string) => aUser(world.ctx(), ['admin'], { first_name, last_name: 'Berg' })
    const [ann, bo] = [await world.as(await named('Ann')), await world.as(await named('Bo'))]
    const pairs = []
    for (let i = 0; i < 2; i++) {
      const { id: sample_id } = await aSample(world.ctx())
      pairs.push({ sample_id, proposal_id: await createSubmittedProposal(world, office) })
    }
    await anAssignment(world.ctx(office), 1, pairs)
    await requireTwoToConfirm(ann.api, true)
    await work({ world, office, ann, bo, pairs })
  }, run)

const PROPOSED = {
  result: 1,
  message: 'The assignments have been proposed for confirmation; another member of the office confirms them.',
}
const CONFIRMED = { result: 1, message: 'The assignments have been confirmed.' }
const refused = (why: string) => expect.objectContaining({ result: 0, message: expect.stringContaining(why) })

const signed = async ({ api }: TestClient) =>
  (await api.allocation.assigned()).map(({ status, proposed_by, confirmed_by }) => [
    status,
    proposed_by,
    confirmed_by,
  ])

describe('where two people must confirm', () => {
  test.each([
    ['Ann Berg', 'Bo Berg'],
    ['Bo Berg', 'Ann Berg'],
  ])('%s proposes and %s confirms, and both names stay', (one, other) =>
    stage(async ({ world, ann, bo, pairs }) => {
      const [first, second] = one === 'Ann Berg' ? [ann, bo] : [bo, ann]
      expect(await first.api.allocation.confirm({ body: pairs })).toEqual(PROPOSED)
      expect(await signed(ann)).toEqual([
        [0, one, null],
        [0, one, null],
      ])
      expect(await second.api.allocation.confirm({ body: pairs.slice(0, 1) })).toEqual(CONFIRMED)
      expect(await signed(ann)).toEqual([
        [1, one, other],
        [0, one, null],
      ])
      const history = await bo.api.allocation.history({ params: { id: pairs[0]!.sample_id } })
      expect(history.events.slice(0, 2)).toMatchObject([
        { change: 'confirmed', by: other },
        { change: 'proposed', by: one, proposal_id: pairs[0]!.proposal_id },
      ])
      await requireTwoToConfirm(ann.api, false)
      expect(await signed(await world.as(await aUser(world.ctx(), ['panel'])))).toEqual([
        [1, one, other],
        [0, null, null],
      ])
    }),
  )

  test('no one does both', () =>
    stage(async ({ ann, bo, pairs }) => {
      await ann.api.allocation.confirm({ body: pairs })
      expect(await ann.api.allocation.confirm({ body: pairs.slice(1) })).toEqual(
        refused('another member of the office must confirm'),
      )
      expect(await signed(ann)).toEqual([
        [0, 'Ann Berg', null],
        [0, 'Ann Berg', null],
      ])
      expect(await bo.api.allocation.confirm({ body: pairs })).toEqual(CONFIRMED)
      expect(await ann.api.allocation.confirm({ body: pairs })).toEqual(refused('already confirmed'))
    }))

  test('proposed and not proposed ones are not confirmed together', () =>
    stage(async ({ ann, bo, pairs }) => {
      await ann.api.allocation.confirm({ body: pairs.slice(0, 1) })
      const why = refused('Of these 2 assignments 1 is not proposed for confirmation yet.')
      const answer = await bo.api.allocation.confirm({ body: pairs })
      expect(answer).toEqual(why)
      const { sample_id, proposal_id } = pairs[1]!
      expect(answer).toMatchObject({ obstacles: [{ sample_id, proposal_ids: [proposal_id] }] })
      expect(await signed(bo)).toEqual([
        [0, 'Ann Berg', null],
        [0, null, null],
      ])
    }))

  test('a clash or a conflict of interest prevents both steps', () =>
    stage(async ({ world, office, ann, bo, pairs }) => {
      const rival = { ...pairs[0]!, proposal_id: pairs[1]!.proposal_id }
      await anAssignment(world.ctx(office), 1, [rival])
      await ann.api.allocation.confirm({ body: [pairs[0]!] })
      expect(await bo.api.allocation.confirm({ body: [rival] })).toEqual(
        refused(`is proposed for proposal ${pairs[0]!.proposal_id} of AO7.`),
      )
      const proposer = await world.as(await createConflictedUser(world, pairs[0]!.proposal_id))
      expect(await proposer.api.allocation.confirm({ body: [pairs[0]!] })).toEqual(
        refused('You have a conflict of interest'),
      )
      await requireTwoToConfirm(ann.api, false)
      await bo.api.allocation.confirm({ body: [rival] })
      await requireTwoToConfirm(ann.api, true)
      expect(await bo.api.allocation.confirm({ body: [pairs[0]!] })).toEqual(
        refused(`is confirmed for proposal ${rival.proposal_id} of AO7.`),
      )
    }))

  test('a proposal is gone when its assignment is removed, or when it is taken back or cancelled', () =>
    stage(async ({ world, ann, bo, pairs }) => {
      const propose = () => ann.api.allocation.confirm({ body: [pairs[0]!] })
      const cancel = async () => {
        const [row] = await bo.api.allocation.assigned()
        return bo.api.allocation.cancel({ params: { main_key: row!.main_key } })
      }
      const unsigned = [
        [0, null, null],
        [0, null, null],
      ]
      await propose()
      await bo.api.allocation.save({ body: pairs })
      expect(await signed(bo)).toEqual([[0, 'Ann Berg', null], unsigned[1]])
      await bo.api.allocation.save({ body: [pairs[1]!] })
      await bo.api.allocation.save({ body: pairs })
      expect(await signed(bo)).toEqual(unsigned)
      await propose()
      expect(await cancel()).toEqual({ result: 1, message: 'The proposal to confirm has been withdrawn.' })
      expect(await cancel()).toEqual(refused('This assignment is not confirmed.'))
      expect(await signed(bo)).toEqual(unsigned)
      await propose()
      await bo.api.allocation.confirm({ body: [pairs[0]!] })
      expect(await cancel()).toMatchObject({ result: 1 })
      expect(await signed(bo)).toEqual(unsigned)
      expect(
        (await world.db.selectFrom('assignments').select('proposed_at').execute()).map((a) => a.proposed_at),
      ).toEqual([null, null])
    }))

  test('after the setting is switched off, one person confirms alone and proposals are ignored', () =>
    stage(async ({ ann, pairs }) => {
      await ann.api.allocation.confirm({ body: pairs })
      await requireTwoToConfirm(ann.api, false)
      expect((await ann.api.allocation.assigned())[0]).toMatchObject({ proposed_by: null, status: 0 })
      const [row] = await ann.api.allocation.assigned()
      expect(await ann.api.allocation.cancel({ params: { main_key: row!.main_key } })).toEqual(
        refused('This assignment is not confirmed.'),
      )
      expect(await ann.api.allocation.confirm({ body: [pairs[0]!] })).toEqual(CONFIRMED)
      await requireTwoToConfirm(ann.api, true)
      expect(await signed(ann)).toEqual([
        [1, null, 'Ann Berg'],
        [0, 'Ann Berg', null],
      ])
    }))

  test('a step other than the announced one is refused', () =>
    stage(async ({ ann, bo, pairs }) => {
      const step = (step: 'propose' | 'confirm') => ({ query: { step }, body: pairs })
      expect(await bo.api.allocation.confirm(step('confirm'))).toEqual(
        refused('these assignments would now be proposed'),
      )
      expect(await ann.api.allocation.confirm(step('propose'))).toEqual(PROPOSED)
      expect(await bo.api.allocation.confirm(step('propose'))).toEqual(
        refused('these assignments would now be confirmed'),
      )
      expect(await bo.api.allocation.confirm(step('confirm'))).toEqual(CONFIRMED)
    }))

  test('a proposal to confirm is no version conflict for an open grid', () =>
    stage(async ({ ann, bo, pairs }) => {
      const etag = String((await bo.request('GET', '/api/samples/allocation')).headers.etag)
      await ann.api.allocation.confirm({ body: [pairs[0]!] })
      const save = (body: unknown) =>
        bo.request('POST', '/api/samples/allocation', body, { 'if-match': etag })
      expect((await save(pairs.slice(0, 1))).json()).toMatchObject({ result: 1 })
      const stale = await save(pairs)
      expect(stale.statusCode).toBe(409)
      expect(stale.json().changed).toMatchObject([{ ...pairs[1], change: 'removed', by: 'Bo Berg' }])
    }))
})

describe('concurrently', () => {
  const together = (work: (stage: Stage) => Promise<void>) => stage(work, withParallelServer)
  const press = (visits: TestClient[], pairs: Stage['pairs']) =>
    Promise.all(visits.map(({ api }) => api.allocation.confirm({ body: pairs })))
  const results = (outcomes: { result: number }[]) => outcomes.map(({ result }) => result).sort()

  test('a double click proposes and does not confirm', () =>
    together(async ({ ann, pairs }) => {
      expect(results(await press([ann, ann], pairs))).toEqual([0, 1])
      expect(await signed(ann)).toEqual([
        [0, 'Ann Berg', null],
        [0, 'Ann Berg', null],
      ])
    }))

  test('of two people, one proposes and the other confirms', () =>
    together(async ({ ann, bo, pairs }) => {
      const outcomes = await press([ann, bo], pairs)
      expect(outcomes).toContainEqual(PROPOSED)
      expect(outcomes).toContainEqual(CONFIRMED)
      for (const [status, proposer, second] of await signed(ann)) {
        expect(status).toBe(1)
        expect([proposer, second].sort()).toEqual(['Ann Berg', 'Bo Berg'])
      }
    }))

  test('what one proposed is confirmed by one of two others', () =>
    together(async ({ world, ann, bo, pairs }) => {
      const cy = await world.as(await aUser(world.ctx(), ['admin'], { first_name: 'Cy', last_name: 'Berg' }))
      await ann.api.allocation.confirm({ body: pairs })
      expect(results(await press([bo, cy], pairs))).toEqual([0, 1])
    }))

  test('one sample is proposed for one of two proposals', () =>
    together(async ({ world, office, ann, bo, pairs }) => {
      const rival = { ...pairs[0]!, proposal_id: pairs[1]!.proposal_id }
      await anAssignment(world.ctx(office), 1, [rival])
      const outcomes = await Promise.all([press([ann], [pairs[0]!]), press([bo], [rival])])
      expect(results(outcomes.flat())).toEqual([0, 1])
    }))
})
