import { expect, test } from 'vitest'
import { aTerm, aUser } from '../builders/people.ts'
import { anAnsweredResult } from '../builders/results.ts'
import { withParallelServer } from '../testing/test_server.ts'

test('two offices take note while the proposer changes the answer: one loan, and nothing lent is free', () =>
  withParallelServer(async (world) => {
    await aTerm(world.ctx())
    const admins = [await aUser(world.ctx(), ['admin']), await aUser(world.ctx(), ['admin'])]
    const office = world.ctx(admins[0]!)
    const { proposal_id, actor, samples } = await anAnsweredResult(office, { declined: [1] })
    const clients = [await world.as(admins[0]!), await world.as(admins[1]!)]
    const mine = await world.as(actor)
    const body = { proposal_ids: [proposal_id] }
    const changed = {
      edition: 1,
      samples: samples.map(({ id }, i) => ({ sample_id: id, accepted: i === 1 })),
    }
    const replies = await Promise.all([
      clients[0]!.request('PUT', '/api/results/take_note', body),
      mine.request('PUT', `/api/results/mine/${proposal_id}/answer`, changed),
      clients[1]!.request('PUT', '/api/results/take_note', body),
    ])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect([replies[0]!, replies[2]!].filter((reply) => reply.json().result === 1)).toHaveLength(1)
    const lent = await world.db
      .selectFrom('loan_pieces as q')
      .innerJoin('pieces as p', 'p.id', 'q.piece_id')
      .select('p.sample_id')
      .execute()
    const held = await world.db
      .selectFrom('assignments')
      .select('sample_id')
      .where('ended_at', 'is', null)
      .execute()
    expect(lent).toHaveLength(1)
    expect(lent).toEqual(held)
  }))
