import { expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aUser } from '../builders/people.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { createSubmittedProposal, withOffice } from '../testing/allocation.ts'
import { type TestClient, type TestServer, withParallelServer } from '../testing/test_server.ts'
import { withdrawAssignments } from './service.ts'

const together = (work: (world: TestServer, office: Actor) => Promise<void>) =>
  withOffice(work, withParallelServer)

const stored = ({ db }: TestServer) =>
  db.selectFrom('assignments').select(['sample_id', 'proposal_id', 'status']).execute()

interface Post {
  path: string
  body: unknown
  ifMatch?: string
}
/** All at once; answers status and result of each. */
const race = (visit: TestClient, posts: Post[]) =>
  Promise.all(
    posts.map(async ({ path, body, ifMatch }) => {
      const reply = await visit.request('POST', path, body, ifMatch ? { 'if-match': ifMatch } : {})
      return { status: reply.statusCode, result: reply.json().result }
    }),
  )

test('two confirms of one sample for different proposals: only one succeeds', () =>
  together(async (world, office) => {
    const visit = await world.as(office)
    for (let round = 0; round < 5; round++) {
      const sample = await aSample(world.ctx())
      const proposals = [
        await createSubmittedProposal(world, office),
        await createSubmittedProposal(world, office),
        await createSubmittedProposal(world, office),
      ]
      const pairs = proposals.map((proposal_id) => ({ sample_id: sample.id, proposal_id }))
      await anAssignment(world.ctx(office), 1, pairs)
      const answers = await race(
        visit,
        pairs.map((pair) => ({ path: '/api/samples/assign', body: [pair] })),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(answers.filter(({ result }) => result === 1)).toHaveLength(1)
      const confirmed = (await stored(world)).filter((a) => a.sample_id === sample.id && a.status === 1)
      expect(confirmed).toHaveLength(1)
    }
  }))

test('confirms of many samples in opposite orders do not deadlock', () =>
  together(async (world, office) => {
    const visit = await world.as(office)
    const [mine, theirs] = [
      await createSubmittedProposal(world, office),
      await createSubmittedProposal(world, office),
    ]
    const samples = await Promise.all(Array.from({ length: 12 }, () => aSample(world.ctx())))
    const of = (proposal_id: number) => samples.map(({ id }) => ({ sample_id: id, proposal_id }))
    await anAssignment(world.ctx(office), 1, [...of(mine), ...of(theirs)])
    const answers = await race(visit, [
      { path: '/api/samples/assign', body: of(mine) },
      { path: '/api/samples/assign', body: of(theirs).reverse() },
    ])
    expect(answers.map(({ result }) => result).sort()).toEqual([0, 1])
    expect((await stored(world)).filter(({ status }) => status === 1)).toHaveLength(12)
  }))

test('the same sample in two open terms is confirmed once', () =>
  together(async (world, office) => {
    const visit = await world.as(office)
    const sample = await aSample(world.ctx())
    const [old, now] = [
      await createSubmittedProposal(world, office),
      await createSubmittedProposal(world, office),
    ]
    await world.db.updateTable('proposals').set({ term_id: 6 }).where('id', '=', old).execute()
    await anAssignment(world.ctx(office), 1, [{ sample_id: sample.id, proposal_id: old }], { term_id: 6 })
    await anAssignment(world.ctx(office), 1, [{ sample_id: sample.id, proposal_id: now }])
    const answers = await race(visit, [
      { path: '/api/samples/assign?term_id=6', body: [{ sample_id: sample.id, proposal_id: old }] },
      { path: '/api/samples/assign?term_id=7', body: [{ sample_id: sample.id, proposal_id: now }] },
    ])
    expect(answers.map(({ result }) => result).sort()).toEqual([0, 1])
  }))

test('a save and a confirm of the same sample never leave a second assignment unnoticed', () =>
  together(async (world, office) => {
    const visit = await world.as(office)
    for (let round = 0; round < 5; round++) {
      const sample = await aSample(world.ctx())
      const [mine, theirs] = [
        await createSubmittedProposal(world, office),
        await createSubmittedProposal(world, office),
      ]
      const pair = { sample_id: sample.id, proposal_id: mine }
      await anAssignment(world.ctx(office), 1, [pair])
      const [confirm, save] = await race(visit, [
        { path: '/api/samples/assign', body: [pair] },
        { path: '/api/samples/allocation', body: [{ sample_id: sample.id, proposal_id: theirs }] },
      ])
      const rows = (await stored(world)).filter((a) => a.sample_id === sample.id)
      // Either the confirm came first and the save is wrong, or the save took the pair away and nothing is confirmed.
      if (confirm!.result === 1) {
        expect(save!.status).toBe(400)
        expect(rows).toEqual([{ ...pair, status: 1 }])
      } else {
        expect(save).toEqual({ status: 200, result: 1 })
        expect(rows).toEqual([{ sample_id: sample.id, proposal_id: theirs, status: 0 }])
      }
    }
  }))

test('two saves with the same ETag, of different samples: one is 409', () =>
  together(async (world, office) => {
    const visit = await world.as(office)
    const other = await world.as(await aUser(world.ctx(), ['admin']))
    const proposal_id = await createSubmittedProposal(world, office)
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await aSample(world.ctx()), await aSample(world.ctx())]
      const etag = String((await visit.request('GET', '/api/samples/allocation')).headers.etag)
      const post = (sample: { id: number }): Post => ({
        path: '/api/samples/allocation',
        body: [{ sample_id: sample.id, proposal_id }],
        ifMatch: etag,
      })
      const answers = (await Promise.all([race(visit, [post(a)]), race(other, [post(b)])])).flat()
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await stored(world)).toHaveLength(1)
    }
  }))

test('a save and a cancelled submission leave no assignment on an unsubmitted proposal', () =>
  together(async (world, office) => {
    const visit = await world.as(office)
    for (let round = 0; round < 5; round++) {
      const sample = await aSample(world.ctx())
      const id = await createSubmittedProposal(world, office)
      const cancelling = world.ctx(office).write(async (tx) => {
        await tx.selectFrom('proposals').select('id').where('id', '=', id).forUpdate().execute()
        await withdrawAssignments(tx, { id, term_id: 7 })
        await tx.updateTable('proposals').set({ status: 1 }).where('id', '=', id).execute()
      })
      const save = { path: '/api/samples/allocation', body: [{ sample_id: sample.id, proposal_id: id }] }
      await Promise.all([cancelling, race(visit, [save])])
      expect((await stored(world)).filter((a) => a.proposal_id === id)).toEqual([])
    }
  }))
