import { expect, test } from 'vitest'
import { aTerm, aUser } from '../builders/people.ts'
import { anAnsweredResult } from '../builders/results.ts'
import { aSample } from '../builders/samples.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

const of = (id: number) => ({ params: { id } })
const only = (id: number) => ({ body: { proposal_ids: [id] } })

/** An answer of two samples that the office has acted on, and a correction that adds a third one. */
async function corrected(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  const { proposal_id, actor, samples } = await anAnsweredResult(office)
  const { results } = (await world.as(admin)).api
  const mine = (await world.as(actor)).api.results
  await results.takeNote(only(proposal_id))
  const third = await aSample(office)
  await results.correct({
    ...of(proposal_id),
    body: { correction: 'One more.', remove: [], add: [third.id] },
  })
  expect(await results.release(only(proposal_id))).toMatchObject({ result: 1 })
  const answer = (accepted: readonly boolean[]) =>
    mine.answer({
      ...of(proposal_id),
      body: {
        edition: 2,
        samples: [...samples, third].map(({ id }, i) => ({ sample_id: id, accepted: accepted[i]! })),
      },
    })
  return { results, mine, proposal_id, samples, third, answer, office }
}

test('a sample that is in a loan cannot be declined any more: it would be promised twice', () =>
  withServer(async (world) => {
    const { answer, results, proposal_id, samples, office } = await corrected(world)
    expect(await answer([false, true, true])).toMatchObject({
      result: 0,
      message: expect.stringContaining(samples[0]!.name),
    })
    expect(await answer([true, true, false])).toMatchObject({ result: 1 })
    expect(await answer([true, true, true])).toMatchObject({ result: 1 })
    await results.takeNote(only(proposal_id))
    const held = await office.db
      .selectFrom('assignments')
      .select('sample_id')
      .where('proposal_id', '=', proposal_id)
      .where('ended_at', 'is', null)
      .execute()
    expect(held).toHaveLength(3)
  }))
