import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { createSubmittedProposal, withOffice } from '../testing/allocation.ts'
import { readCsv } from '../testing/csv.ts'
import type { TestServer } from '../testing/test_server.ts'

/**
 * Two samples of term 6, which is closed: `promised` is confirmed there, `left` was only assigned. A proposal of term 7 asks
 * for both and has been assigned the first.
 */
async function closedTerm(world: TestServer, office: Actor) {
  const [promised, left] = [await aSample(world.ctx()), await aSample(world.ctx())]
  const asks = [{ sample_id: promised.id }, { sample_id: left.id }]
  const old = await createSubmittedProposal(world, office)
  await world.db.updateTable('proposals').set({ term_id: 6 }).where('id', '=', old).execute()
  const now = await createSubmittedProposal(world, office, { score: 5, asks })
  const give = (sample: { id: number }, proposal_id: number, more: object = {}) =>
    anAssignment(world.ctx(office), 1, [{ sample_id: sample.id, proposal_id }], more)
  await give(promised, now)
  await give(left, old, { term_id: 6 })
  await give(promised, old, { term_id: 6, confirmed: true })
  await world.db.updateTable('terms').set({ disabled: true }).where('id', '=', 6).execute()
  const { api, request } = await world.as(office)
  return { promised, left, old, now, api, request }
}
type Scene = Awaited<ReturnType<typeof closedTerm>>

const errorsOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (fault) => fault.errors,
  )

describe('a sample that is confirmed in a closed term is in the way', () => {
  const holds = (work: (scene: Scene, world: TestServer) => Promise<void>) => () =>
    withOffice(async (world, office) => work(await closedTerm(world, office), world))

  test(
    'of a save',
    holds(async ({ api, promised, left, now, old }, world) => {
      await world.db.deleteFrom('assignments').where('proposal_id', '=', now).execute()
      const save = (sample: { id: number }) =>
        api.allocation.save({ body: [{ sample_id: sample.id, proposal_id: now }] })
      expect(await errorsOf(save(promised))).toEqual({
        '0.sample_id': [`${promised.name} is confirmed for proposal ${old} of AO6.`],
      })
      expect((await save(left)).result).toBe(1)
    }),
  )

  test(
    'of a confirmation',
    holds(async ({ api, promised, left, now, old }) => {
      const why = `${promised.name} is confirmed for proposal ${old} of AO6.`
      expect(
        await api.allocation.confirm({ query: {}, body: [{ sample_id: promised.id, proposal_id: now }] }),
      ).toEqual({
        result: 0,
        message: `Nothing was confirmed. ${why}`,
        obstacles: [{ sample_id: promised.id, proposal_ids: [now, old], why }],
      })
      const pair = { sample_id: left.id, proposal_id: now }
      await api.allocation.save({ body: [pair] })
      expect((await api.allocation.confirm({ query: {}, body: [pair] })).result).toBe(1)
    }),
  )

  test(
    'in the grid, which shows it only where it is assigned',
    holds(async ({ api, promised, left, now, old }, world) => {
      const columns = async () =>
        (await api.allocation.samples()).map(({ id, elsewhere }) => [id, elsewhere.map((a) => a.proposal_id)])
      expect(await columns()).toEqual([
        [promised.id, [old]],
        [left.id, []],
      ])
      await world.db.deleteFrom('assignments').where('proposal_id', '=', now).execute()
      expect(await columns()).toEqual([[left.id, []]])
      const current = await api.allocation.current({ query: { all: 'true' } })
      expect(current.map(({ id }) => id)).toEqual([left.id])
    }),
  )

  test(
    'of a suggestion',
    holds(async ({ api, promised, left, now }, world) => {
      await world.db.deleteFrom('assignments').where('proposal_id', '=', now).execute()
      const reply = await api.allocation.suggest({ body: { grid: 1, policy: 'rank' } })
      expect(reply).toMatchObject({
        items: [{ sample_id: left.id }],
        unserved: [{ reason: `named ${promised.name} is not available in this call` }],
      })
    }),
  )

  test(
    'of a scenario',
    holds(async ({ api, promised, left, now }, world) => {
      await world.db.deleteFrom('assignments').where('proposal_id', '=', now).execute()
      const items = [promised, left].map(({ id }) => ({ sample_id: id, proposal_id: now }))
      const body = { grid: 1 as const, term_id: 7, name: 'By rank', note: '', items }
      expect(Object.keys(await errorsOf(api.scenarios.add({ body })))).toEqual(['items.0.sample_id'])
    }),
  )

  test(
    'in the assigned list and in the distribution plan, which name who has it',
    holds(async ({ api, request, promised, now, old }) => {
      const rows = await api.allocation.assigned({ query: { term_id: 7 } })
      expect(
        rows.map(({ id, others }) => [id, others.map((a) => [a.proposal_id, a.term_id, a.status])]),
      ).toEqual([[promised.id, [[old, 6, 1]]]])
      const { body } = await request('GET', await api.allocation.download())
      const plan = readCsv(body).map((row) => [Number(row['Proposal ID']), row['Also assigned to']])
      expect(plan).toEqual([
        [now, `${old} of AO6 (confirmed)`],
        [now, ''],
      ])
    }),
  )
})

describe('Confirm does nothing and says why', () => {
  test.each<[string, (scene: { pair: { sample_id: number; proposal_id: number } }) => object[], RegExp]>([
    ['when nothing is selected', () => [], /^There is nothing to confirm\.$/u],
    [
      'when one of the pairs is not assigned',
      ({ pair }) => [pair, { ...pair, sample_id: pair.sample_id + 1 }],
      /^Nothing was confirmed\. .* is not assigned to proposal \d+\.$/u,
    ],
  ])('%s', (_, body, message) =>
    withOffice(async (world, office) => {
      const sample = await aSample(world.ctx())
      await aSample(world.ctx())
      const pair = { sample_id: sample.id, proposal_id: await createSubmittedProposal(world, office) }
      await anAssignment(world.ctx(office), 1, [pair])
      const { api } = await world.as(office)
      const entries = () => world.db.selectFrom('audit_entries').select('id').execute()
      const before = await entries()
      for (const query of [{}, { term_id: 7 }, { step: 'confirm' as const }]) {
        const reply = await api.allocation.confirm({ query, body: body({ pair }) as never })
        expect(reply).toMatchObject({ result: 0, message: expect.stringMatching(message) })
      }
      expect(await entries()).toEqual(before)
      const stored = await world.db.selectFrom('assignments').select('status').execute()
      expect(stored).toEqual([{ status: 0 }])
    }),
  )
})
