import { expect, test } from 'vitest'
import { aTerm, aUser } from '../builders/people.ts'
import { aDraftedResult, aReleasedResult } from '../builders/results.ts'
import { findMails } from '../testing/reviews.ts'
import { type TestServer, withParallelServer } from '../testing/test_server.ts'

/** Two tabs of two members of the office. */
async function offices(world: TestServer) {
  await aTerm(world.ctx())
  const admins = [await aUser(world.ctx(), ['admin']), await aUser(world.ctx(), ['admin'])] as const
  const tabs = [await world.as(admins[0]), await world.as(admins[1])] as const
  return { office: world.ctx(admins[0]), tabs }
}
type Reply = Awaited<ReturnType<Awaited<ReturnType<TestServer['as']>>['request']>>
const done = (replies: readonly Reply[]) => replies.filter((reply) => reply.json().result === 1)
const countOf = async ({ db }: TestServer, action: string) =>
  (await db.selectFrom('audit_entries').select('id').where('action', '=', action).execute()).length

test('two offices draft, check and release the same at once: each is done once, each person mailed once', () =>
  withParallelServer(async (world) => {
    const { office, tabs } = await offices(world)
    const { proposal_id } = await aDraftedResult(office)
    const body = { proposal_ids: [proposal_id] }
    for (const act of ['check', 'release']) {
      const replies = await Promise.all(tabs.map((tab) => tab.request('PUT', `/api/results/${act}`, body)))
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      expect([act, done(replies)]).toEqual([act, [expect.anything()]])
      expect(await countOf(world, `result.${act}`)).toBe(1)
    }
    expect(await findMails(world, 'result_released')).toHaveLength(1)
  }))

test('of two tabs that save the same version one is told that it is stale, and its words change nothing', () =>
  withParallelServer(async (world) => {
    const { office, tabs } = await offices(world)
    const { proposal_id } = await aDraftedResult(office)
    const save = (tab: (typeof tabs)[number], text: string) =>
      tab.request('PUT', `/api/results/save/${proposal_id}`, {
        text,
        correction: '',
        reasons: [],
        version: 1,
      })
    const replies = await Promise.all([save(tabs[0], 'First words.'), save(tabs[1], 'Second words.')])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const { text, version } = await tabs[0].api.results.get({ params: { id: proposal_id } })
    expect({ text, version }).toEqual({
      text: replies[0]!.statusCode === 200 ? 'First words.' : 'Second words.',
      version: 2,
    })
  }))

test('words saved while the result is released go out with it or are refused, never lost or changed after', () =>
  withParallelServer(async (world) => {
    const { office, tabs } = await offices(world)
    const { proposal_id, actor } = await aDraftedResult(office)
    const words = { text: 'New words.', correction: '', reasons: [], version: 1 }
    const [saved, released] = await Promise.all([
      tabs[0].request('PUT', `/api/results/save/${proposal_id}`, words),
      tabs[1].request('PUT', '/api/results/release', { proposal_ids: [proposal_id] }),
    ])
    expect(released!.json().result).toBe(1)
    const [mine] = await (await world.as(actor)).api.results.mine()
    expect(mine!.text === 'New words.').toBe(saved!.json().result === 1)
  }))

test('a double click on the answer gives one answer, one entry and one receipt', () =>
  withParallelServer(async (world) => {
    const { office } = await offices(world)
    const { proposal_id, actor, samples } = await aReleasedResult(office)
    const mine = await world.as(actor)
    const answer = { edition: 1, samples: samples.map(({ id }) => ({ sample_id: id, accepted: true })) }
    const click = () => mine.request('PUT', `/api/results/mine/${proposal_id}/answer`, answer)
    const replies = await Promise.all([click(), click()])
    expect(done(replies)).toHaveLength(2)
    expect(replies.map((reply) => reply.json().message)).toContain(
      'This is the answer that was given before.',
    )
    expect(await countOf(world, 'result.answer')).toBe(1)
    expect(await findMails(world, 'result_answered')).toHaveLength(1)
  }))

test('an answer to a result that is corrected meanwhile counts for what it was given to, or is refused as stale', () =>
  withParallelServer(async (world) => {
    const { office, tabs } = await offices(world)
    const { proposal_id, actor, samples } = await aReleasedResult(office)
    const params = { id: proposal_id }
    const body = { correction: 'One was promised twice.', remove: [samples[0]!.id], add: [] }
    await tabs[0].api.results.correct({ params, body })
    const reasons = [{ priority: 1, reason: 'not_selected' as const }]
    const words = { text: '', correction: body.correction, reasons, version: 1 }
    expect(await tabs[0].api.results.save({ params, body: words })).toMatchObject({ result: 1 })
    const mine = await world.as(actor)
    const answer = (edition: number, ids: readonly number[]) =>
      mine.request('PUT', `/api/results/mine/${proposal_id}/answer`, {
        edition,
        samples: ids.map((sample_id) => ({ sample_id, accepted: true })),
      })
    const [answered, released] = await Promise.all([
      answer(
        1,
        samples.map(({ id }) => id),
      ),
      tabs[1].request('PUT', '/api/results/release', { proposal_ids: [proposal_id] }),
    ])
    expect(released!.json().result).toBe(1)
    expect([200, 409]).toContain(answered!.statusCode)
    const [own] = await mine.api.results.mine()
    expect(own).toMatchObject({ edition: 2, samples: [{ sample_id: samples[1]!.id }] })
    // What was accepted in time is carried over to what is left of it.
    expect(own!.samples[0]!.accepted).toBe(answered!.statusCode === 200 ? true : null)
    expect((await answer(1, [samples[1]!.id])).statusCode).toBe(409)
    expect((await answer(2, [samples[1]!.id])).statusCode).toBe(200)
  }))

test('two offices begin a correction at once: one draft is made', () =>
  withParallelServer(async (world) => {
    const { office, tabs } = await offices(world)
    const { proposal_id } = await aReleasedResult(office)
    const begin = (tab: (typeof tabs)[number]) =>
      tab.request('POST', `/api/results/correct/${proposal_id}`, { correction: 'x', remove: [], add: [] })
    const replies = await Promise.all(tabs.map(begin))
    expect(done(replies)).toHaveLength(1)
    expect(replies.map((reply) => reply.json().message)).toContain('A correction is being prepared already.')
    const editions = await world.db.selectFrom('results').select('edition').orderBy('edition').execute()
    expect(editions).toEqual([{ edition: 1 }, { edition: 2 }])
  }))
