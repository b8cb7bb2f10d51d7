import { describe, expect, test } from 'vitest'
import { GAS_GRID, PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { GAS } from '#domain/masters/values.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aUser } from '../builders/people.ts'
import { anAssignment, aSample, aScenario } from '../builders/samples.ts'
import { createConflictedUser, createSubmittedProposal, withOffice } from '../testing/allocation.ts'
import { errorKindOf } from '../testing/reviews.ts'
import type { TestServer } from '../testing/test_server.ts'

const TERM = { term_id: 7 }
const body = (more: object = {}) => ({
  ...{ grid: PARTICLE_GRID, name: 'By rank', note: 'All above Good first.', items: [], ...TERM },
  ...more,
})
const api = async (world: TestServer, actor: Actor) => (await world.as(actor)).api
const errorsOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (fault) => fault.errors,
  )
const pairsOf = ({ items }: { items: { sample_id: number; proposal_id: number }[] }) =>
  items.map(({ sample_id, proposal_id }) => [sample_id, proposal_id])
const assignments = ({ db }: TestServer) => db.selectFrom('assignments').select('id').execute()

describe('a scenario', () => {
  test('is stored by a panel member with author, time, assignments and totals, and assigns nothing', () =>
    withOffice(async (world, office) => {
      const panel = await aUser(world.ctx(), ['panel'])
      const { scenarios } = await api(world, panel)
      const [one, two] = [await aSample(world.ctx()), await aSample(world.ctx())]
      const first = await createSubmittedProposal(world, office, {
        score: 4.5,
        asks: [{ sample_id: one.id }],
      })
      const second = await createSubmittedProposal(world, office, {
        asks: [{ sample_id: null }, { sample_id: null }],
      })
      world.at('2026-11-21T10:00:00Z')
      const items = [
        { sample_id: one.id, proposal_id: first },
        { sample_id: two.id, proposal_id: second, priority: 2 },
      ]
      const { id, ...kept } = await scenarios.add({ body: body({ items: [...items, items[0]] }) })
      expect(kept).toMatchObject({ result: 1, version: 1 })
      const [row] = await scenarios.list({ query: TERM })
      expect(row).toMatchObject({
        ...{ id, name: 'By rank', note: 'All above Good first.', term_id: 7 },
        made_by: { id: panel.id, name: panel.name },
        figures: { pieces: 2, mg: 10.8, served: 2, asked: 3, over: 0, clashes: 0, benefit: 11.314 },
        now: { pieces: 2, benefit: 11.314 },
        gone: 0,
      })
      expect(new Date(row!.created_at).toISOString()).toBe('2026-11-21T10:00:00.000Z')
      const whole = await scenarios.get({ params: { id: id! } })
      expect(whole.items).toMatchObject([
        { ...items[0], priority: null, name: one.name, weight: 5.4, gone: null },
        { ...items[1], name: two.name },
      ])
      expect(await assignments(world)).toEqual([])
    }))

  test('is listed with those of its term', () =>
    withOffice(async (world, office) => {
      const { scenarios } = await api(world, office)
      const here = await aScenario(world.ctx(office), TERM)
      const later = await aScenario(world.ctx(office), { ...TERM, grid: GAS_GRID })
      const before = await aScenario(world.ctx(office), { term_id: 6 })
      const listed = async (query: object) => (await scenarios.list({ query })).map(({ id }) => id)
      expect(await listed({})).toEqual([before, later, here])
      expect(await listed(TERM)).toEqual([later, here])
      expect(await listed({ term_id: 6 })).toEqual([before])
    }))

  test('covers all grids: saving one leaves the others as they are', () =>
    withOffice(async (world, office) => {
      const { scenarios } = await api(world, office)
      const [stone, other] = [(await aSample(world.ctx())).id, (await aSample(world.ctx())).id]
      const gas = (await aSample(world.ctx(), { sample_type: GAS })).id
      const proposal_id = await createSubmittedProposal(world, office, {
        asks: [{ sample_id: null }, { sample_id: null, sample_type: GAS }],
      })
      await anAssignment(world.ctx(office), GAS_GRID, [{ sample_id: gas, proposal_id, priority: 2 }])
      const pair = (sample_id: number) => ({ sample_id, proposal_id })
      const { id } = await scenarios.add({ body: body({ items: [pair(stone)] }) })
      const params = { id: id! }
      const held = async () =>
        (await scenarios.get({ params })).items.map(({ sample_id, priority }) => [sample_id, priority])
      expect(await held()).toEqual([
        [stone, null],
        [gas, 2],
      ])
      expect((await scenarios.list())[0]!.figures).toMatchObject({ pieces: 2, served: 2, asked: 2 })
      const save = (grid: 1 | 2 | undefined, items: object[]) =>
        scenarios.save({ params, body: { name: 'By rank', note: '', grid, items } as never })
      await save(PARTICLE_GRID, [pair(other)])
      expect(await held()).toEqual([
        [other, null],
        [gas, 2],
      ])
      await save(GAS_GRID, [])
      expect(await held()).toEqual([[other, null]])
      await save(undefined, [pair(stone), pair(gas)])
      expect(await held()).toEqual([
        [stone, null],
        [gas, null],
      ])
      const wrong = await errorsOf(save(PARTICLE_GRID, [pair(gas)]))
      expect(Object.keys(wrong)).toEqual(['items.0.sample_id'])
    }))

  test('keeps the figures that it had when its assignments were saved; those of now are beside them', () =>
    withOffice(async (world, office) => {
      const { scenarios } = await api(world, office)
      const sample = await aSample(world.ctx())
      const proposal_id = await createSubmittedProposal(world, office, {
        score: 3,
        asks: [{ sample_id: sample.id }],
      })
      const items = [{ sample_id: sample.id, proposal_id }]
      const params = { id: await aScenario(world.ctx(office), { ...TERM, items }) }
      const kept = { pieces: 1, served: 1, asked: 1, benefit: 4 }
      await world.db.updateTable('proposals').set({ global_score: 5 }).where('id', '=', proposal_id).execute()
      const second = await createSubmittedProposal(world, office, { asks: [{ sample_id: sample.id }] })
      await anAssignment(world.ctx(office), PARTICLE_GRID, [{ sample_id: sample.id, proposal_id: second }], {
        confirmed: true,
      })
      const now = { pieces: 1, served: 1, asked: 2, benefit: 0 }
      expect((await scenarios.list())[0]).toMatchObject({ figures: kept, now, held: 1, gone: 1 })
      await scenarios.save({ params, body: { name: 'Another name', note: '' } })
      expect((await scenarios.list())[0]).toMatchObject({ figures: kept, now })
      await scenarios.save({ params, body: { name: 'Another name', note: '', items } })
      expect((await scenarios.list())[0]).toMatchObject({ figures: now, now })
    }))

  test('has a unique name in its term', () =>
    withOffice(async (world, office) => {
      const { scenarios } = await api(world, office)
      const { id } = await scenarios.add({ body: body() })
      const taken = { name: ['A scenario of this term already has this name.'] }
      expect(await errorsOf(scenarios.add({ body: body({ name: 'by RANK' }) }))).toEqual(taken)
      expect(await errorsOf(scenarios.add({ body: body({ grid: GAS_GRID }) }))).toEqual(taken)
      const other = (await scenarios.add({ body: body({ name: 'By score' }) })).id!
      const rename = (id: number) => scenarios.save({ params: { id }, body: { name: 'By Rank', note: '' } })
      expect(await errorsOf(rename(other))).toEqual(taken)
      expect((await rename(id!)).result).toBe(1)
      expect((await scenarios.add({ body: body({ term_id: 6 }) })).result).toBe(1)
    }))

  test.each<[string, object, string]>([
    ['no name', { name: '' }, 'name'],
    ['a name too long', { name: 'x'.repeat(101) }, 'name'],
    ['a note too long', { note: 'x'.repeat(2001) }, 'note'],
    ['no note', { note: undefined }, 'note'],
    ['every grid', { grid: 0 }, 'grid'],
    ['no such grid', { grid: 5 }, 'grid'],
    [
      'too many assignments',
      { items: Array.from({ length: 20_001 }, () => ({ sample_id: 1, proposal_id: 1 })) },
      'items',
    ],
  ])('is not stored with %s', (_, wrong, field) =>
    withOffice(async (world, office) => {
      const { scenarios } = await api(world, office)
      expect(Object.keys(await errorsOf(scenarios.add({ body: body(wrong) })))).toEqual([field])
    }),
  )

  test('may only contain possible assignments, and names all others', () =>
    withOffice(async (world, office) => {
      const { scenarios } = await api(world, office)
      const sample_id = (await aSample(world.ctx())).id
      const gas = (await aSample(world.ctx(), { sample_type: GAS })).id
      const promised = (await aSample(world.ctx())).id
      const proposal_id = await createSubmittedProposal(world, office, { asks: [{ sample_id: null }] })
      const other = await createSubmittedProposal(world, office)
      const begun = await createSubmittedProposal(world, office)
      await world.db.updateTable('proposals').set({ status: 1 }).where('id', '=', begun).execute()
      const late = await createSubmittedProposal(world, office)
      await world.db.updateTable('proposals').set({ term_id: 6 }).where('id', '=', late).execute()
      const confirmed = { sample_id: promised, proposal_id: other }
      await anAssignment(world.ctx(office), PARTICLE_GRID, [confirmed], { confirmed: true })
      const items = [
        { sample_id, proposal_id },
        { sample_id: gas, proposal_id },
        { sample_id: 999_999, proposal_id },
        { sample_id, proposal_id: 999_999 },
        { sample_id, proposal_id: begun },
        { sample_id, proposal_id: late },
        { sample_id: promised, proposal_id },
        { sample_id, proposal_id, priority: 2 },
        confirmed,
      ]
      const wrong = await errorsOf(scenarios.add({ body: body({ items }) }))
      expect(Object.keys(wrong)).toEqual([
        ...['items.1.sample_id', 'items.2.sample_id', 'items.3.proposal_id', 'items.4.proposal_id'],
        ...['items.5.proposal_id', 'items.6.sample_id', 'items.7.priority'],
      ])
      expect(wrong['items.6.sample_id'][0]).toContain(`is confirmed for proposal ${other}`)
    }))

  test('marks assignments that are no longer possible, and keeps them when saved again', () =>
    withOffice(async (world, office) => {
      const { scenarios } = await api(world, office)
      const [one, two] = [await aSample(world.ctx()), await aSample(world.ctx())]
      const first = await createSubmittedProposal(world, office)
      const second = await createSubmittedProposal(world, office)
      const items = [
        { sample_id: one.id, proposal_id: first },
        { sample_id: two.id, proposal_id: second },
      ]
      const id = await aScenario(world.ctx(office), { ...TERM, items })
      const params = { id }
      const third = await createSubmittedProposal(world, office)
      const elsewhere = [{ sample_id: one.id, proposal_id: third }]
      await anAssignment(world.ctx(office), PARTICLE_GRID, elsewhere, { confirmed: true })
      await world.db.updateTable('proposals').set({ status: 1 }).where('id', '=', second).execute()
      const why = async () => (await scenarios.get({ params })).items.map(({ gone }) => gone)
      expect(await why()).toEqual([
        `${one.name} has been confirmed for ${third}.`,
        `${two.name}: proposal ${second} is no longer submitted.`,
      ])
      expect((await scenarios.list())[0]).toMatchObject({
        held: 2,
        gone: 2,
        figures: { pieces: 2 },
        now: { pieces: 1 },
      })
      await scenarios.save({ params, body: { name: 'Again', note: '', items } })
      expect(pairsOf(await scenarios.get({ params }))).toHaveLength(2)
      await scenarios.save({ params, body: { name: 'Again', note: '', items: [] } })
      const again = scenarios.save({ params, body: { name: 'Again', note: '', items } })
      expect(Object.keys(await errorsOf(again))).toEqual(['items.0.sample_id', 'items.1.proposal_id'])
    }))

  test('is changed and deleted by its author and the office only', () =>
    withOffice(async (world, office) => {
      const [maker, other] = [await aUser(world.ctx(), ['panel']), await aUser(world.ctx(), ['panel'])]
      const params = { id: await aScenario(world.ctx(maker), TERM) }
      const change = { params, body: { name: 'Mine now', note: '' } }
      const theirs = (await api(world, other)).scenarios
      expect(await errorKindOf(theirs.save(change))).toBe('forbidden')
      expect(await errorKindOf(theirs.remove({ params }))).toBe('forbidden')
      expect((await theirs.get({ params })).id).toBe(params.id)
      expect((await (await api(world, maker)).scenarios.save(change)).result).toBe(1)
      const offices = (await api(world, office)).scenarios
      expect((await offices.remove({ params })).result).toBe(1)
      expect(await errorKindOf(offices.get({ params }))).toBe('missing')
      expect(await errorKindOf(offices.remove({ params }))).toBe('missing')
    }))

  test('of a closed term can be read only', () =>
    withOffice(async (world, office) => {
      const { scenarios } = await api(world, office)
      const params = { id: await aScenario(world.ctx(office), TERM) }
      await world.db.updateTable('terms').set({ disabled: true }).where('id', '=', 7).execute()
      const closed = { result: 0, message: 'AO7 is closed; nothing in it can be changed.' }
      const said = (call: Promise<unknown>) => call.catch(({ message }) => ({ result: 0, message }))
      expect(await said(scenarios.add({ body: body() }))).toMatchObject(closed)
      expect(await said(scenarios.save({ params, body: { name: 'x', note: '' } }))).toMatchObject(closed)
      expect(await said(scenarios.remove({ params }))).toMatchObject(closed)
      expect((await scenarios.get({ params })).id).toBe(params.id)
      expect(await scenarios.list({ query: TERM })).toHaveLength(1)
    }))
})

describe('with a conflict of interest', () => {
  /** A proposal whose proposer is of the office too, another one, and two samples. */
  const scene = async (world: TestServer, office: Actor) => {
    const own = await createSubmittedProposal(world, office, { score: 5, asks: [{ sample_id: null }] })
    const other = await createSubmittedProposal(world, office, { score: 2, asks: [{ sample_id: null }] })
    const actor = await createConflictedUser(world, own)
    const [one, two] = [(await aSample(world.ctx())).id, (await aSample(world.ctx())).id]
    return { own, other, one, two, ...(await api(world, actor)) }
  }

  test('no one decides about the proposal: its present assignments are copied', () =>
    withOffice(async (world, office) => {
      const { own, other, one, two, scenarios } = await scene(world, office)
      await anAssignment(world.ctx(office), PARTICLE_GRID, [{ sample_id: one, proposal_id: own }])
      const theirs = { sample_id: two, proposal_id: other }
      const given = body({ items: [theirs, { sample_id: two, proposal_id: own }] })
      const refused = await scenarios.add({ body: given })
      expect(refused).toMatchObject({
        result: 0,
        message: expect.stringContaining(`conflict of interest with proposal ${own}:`),
      })
      expect(await scenarios.list()).toEqual([])
      const { id } = await scenarios.add({ body: body({ items: [theirs] }) })
      expect(pairsOf(await scenarios.get({ params: { id: id! } }))).toEqual([
        [one, own],
        [two, other],
      ])
    }))

  test('no one changes that proposal in, or deletes, a scenario of another author', () =>
    withOffice(async (world, office) => {
      const { own, other, one, two, scenarios } = await scene(world, office)
      const items = [
        { sample_id: one, proposal_id: own },
        { sample_id: two, proposal_id: other },
      ]
      const params = { id: await aScenario(world.ctx(office), { ...TERM, items }) }
      const save = (items: object[]) =>
        scenarios.save({ params, body: { name: 'Mine', note: '', items } as never })
      expect((await save([{ sample_id: two, proposal_id: own }])).result).toBe(0)
      expect((await save([])).result).toBe(1)
      expect(pairsOf(await scenarios.get({ params }))).toEqual([[one, own]])
      const refused = await scenarios.remove({ params })
      expect(refused).toMatchObject({ result: 0, message: expect.stringContaining(`proposal ${own}`) })
      expect((await (await api(world, office)).scenarios.remove({ params })).result).toBe(1)
    }))

  test('the benefit leaves out the proposal, in the kept figures and in those of now', () =>
    withOffice(async (world, office) => {
      const { own, other, one, two, scenarios } = await scene(world, office)
      const items = [
        { sample_id: one, proposal_id: own },
        { sample_id: two, proposal_id: other },
      ]
      await aScenario(world.ctx(office), { ...TERM, items })
      const [all] = await (await api(world, office)).scenarios.list()
      expect([all!.figures.benefit, all!.now.benefit]).toEqual([18, 18])
      const [seen] = await scenarios.list()
      expect(seen).toMatchObject({ figures: { pieces: 2, served: 2, benefit: 2 }, now: { benefit: 2 } })
      // Also when the member with the conflict saved it.
      await scenarios.save({ params: { id: all!.id }, body: { name: 'Mine', note: '', items } })
      const [again] = await (await api(world, office)).scenarios.list()
      expect([again!.figures.benefit, again!.now.benefit]).toEqual([18, 18])
    }))

  test('authors may delete their own scenario', () =>
    withOffice(async (world, office) => {
      const { own, one, scenarios } = await scene(world, office)
      await anAssignment(world.ctx(office), PARTICLE_GRID, [{ sample_id: one, proposal_id: own }])
      const { id } = await scenarios.add({ body: body() })
      expect((await scenarios.remove({ params: { id: id! } })).result).toBe(1)
    }))
})
