import { describe, expect, test } from 'vitest'
import { aTerm, aUser } from '../builders/people.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

const DAYS = {
  noi_opens_at: '2027-01-10T09:00:00+09:00',
  noi_closes_at: '2027-03-25T15:00:00Z',
  proposals_open_at: '2027-01-20T00:00:00Z',
  proposals_close_at: '2027-04-22T15:00:00Z',
  reviews_due_at: '2027-06-30T15:00:00Z',
  panel_meets_at: '',
  allocation_due_at: null,
}

const office = async ({ ctx, as }: TestServer) =>
  (await as(await aUser(ctx(), ['admin'], { first_name: 'Ann' }))).api
const flagsOf = async ({ db }: TestServer) =>
  (await db.selectFrom('terms').select(['id', 'is_current', 'disabled']).orderBy('id').execute()).map(
    ({ id, is_current, disabled }) => `${id}${is_current ? ' current' : ''}${disabled ? ' closed' : ''}`,
  )
const entries = async ({ db }: TestServer) =>
  (
    await db
      .selectFrom('audit_entries')
      .select(['action', 'object_id'])
      .where('object_type', '=', 'term')
      .orderBy('id')
      .execute()
  ).map(({ action, object_id }) => `${action} ${object_id}`)

describe('a term', () => {
  test('is current if it is the first; a later one waits until it is made current', () =>
    withServer(async (world) => {
      const api = await office(world)
      expect(await api.terms.add({ body: { id: 1, ...DAYS } })).toMatchObject({ result: 1 })
      expect(await api.terms.current()).toBe(1)
      await api.terms.add({ body: { id: '2', ...DAYS } })
      expect(await flagsOf(world)).toEqual(['1 current', '2'])
      const { version, ...term } = await api.terms.get({ params: { id: 2 } })
      expect(term).toMatchObject({
        noi_opens_at: '2027-01-10T00:00:00.000Z',
        panel_meets_at: null,
        notices: 0,
      })
      await api.terms.save({ params: { id: 2 }, body: { ...term, is_current: true, version } })
      expect(await flagsOf(world)).toEqual(['1 closed', '2 current'])
      expect(await entries(world)).toEqual([
        'term.add 1',
        'term.add 2',
        'term.make_current 2',
        'term.disable 1',
      ])
    }))

  test('reports a taken number and missing or misordered days by field', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const { request } = await world.as(await aUser(world.ctx(), ['admin']))
      const add = async (body: object) => (await request('POST', '/api/terms', body)).json().errors
      expect(await add({ id: 7, ...DAYS })).toEqual({ id: ['AO7 is there already.'] })
      for (const noi_opens_at of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00'])
        expect((await add({ id: 8, ...DAYS, noi_opens_at })).noi_opens_at).toEqual([
          'Only a date and a time can be inputted in this form.',
        ])
      expect(await add({ ...DAYS, noi_opens_at: '' })).toEqual({
        id: ['Only integer can be inputted in this form.'],
        noi_opens_at: ['This field is required.'],
      })
      expect(await add({ id: '8a', ...DAYS, panel_meets_at: 'soon' })).toEqual({
        id: ['Only integer can be inputted in this form.'],
        panel_meets_at: ['Only a date and a time can be inputted in this form.'],
      })
      expect(await add({ id: 8, ...DAYS, panel_meets_at: '2027-06-30T14:59:00Z' })).toEqual({
        panel_meets_at: ['The panel cannot meet before reviews are due.'],
      })
      const { allocation_due_at: _, ...short } = DAYS
      expect(await add({ id: 8, ...short })).toEqual({ allocation_due_at: ['This field is required.'] })
    }))

  test('can be edited, closed and opened again; a closed one is read-only, and there is always a current one', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const api = await office(world)
      const save = async (change: object) => {
        const term = await api.terms.get({ params: { id: 7 } })
        return api.terms.save({ params: { id: 7 }, body: { ...term, ...change } })
      }
      expect(await save({ panel_meets_at: '2037-01-01T00:00:00Z' })).toMatchObject({ result: 1 })
      expect((await save({ is_current: false })).result).toBe(0)
      await save({ disabled: true })
      expect(await save({ panel_meets_at: '' })).toEqual({
        result: 0,
        message: 'AO7 is closed; nothing in it can be changed.',
      })
      await save({ disabled: false })
      expect(await flagsOf(world)).toEqual(['7 current'])
      expect((await entries(world)).slice(1)).toEqual(['term.edit 7', 'term.disable 7', 'term.enable 7'])
    }))

  test('accepts 1 like true, and reports a missing or invalid flag', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const { request } = await world.as(await aUser(world.ctx(), ['admin']))
      const save = async (flags: object) =>
        (await request('PUT', '/api/terms/7', { ...DAYS, is_current: 1, ...flags })).json()
      expect(await save({ disabled: 1 })).toMatchObject({ result: 1 })
      expect((await save({ disabled: 'maybe' })).errors).toEqual({
        disabled: ['This field is a tick: 1 or 0.'],
      })
      expect((await save({})).errors).toEqual({ disabled: ['This field must be sent; empty clears it.'] })
    }))

  test('that someone else has saved meanwhile is a version conflict that names them', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const api = await office(world)
      const term = await api.terms.get({ params: { id: 7 } })
      await api.terms.save({ params: { id: 7 }, body: term })
      await expect(api.terms.save({ params: { id: 7 }, body: term })).rejects.toMatchObject({
        kind: 'stale',
        message: expect.stringContaining('was saved by Ann'),
      })
    }))
})

describe('two administrators at once', () => {
  test('cannot add the same number twice, and only one of two first terms is current', () =>
    withParallelServer(async (world) => {
      const [one, two] = [await office(world), await office(world)]
      const same = await Promise.allSettled(
        [one, two].map((api) => api.terms.add({ body: { id: 1, ...DAYS } })),
      )
      expect(same.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await world.db.deleteFrom('terms').execute()
      await Promise.all([one, two].map((api, i) => api.terms.add({ body: { id: i + 1, ...DAYS } })))
      expect((await flagsOf(world)).filter((term) => term.endsWith('current'))).toHaveLength(1)
    }))

  test('make different terms current: one is current, and those before it are closed', () =>
    withParallelServer(async (world) => {
      const [one, two] = [await office(world), await office(world)]
      for (const id of [1, 2, 3]) await one.terms.add({ body: { id, ...DAYS } })
      const make = async (api: typeof one, id: number) => {
        const term = await api.terms.get({ params: { id } })
        return () => api.terms.save({ params: { id }, body: { ...term, is_current: true } })
      }
      const both = [await make(one, 2), await make(two, 3)]
      await Promise.allSettled(both.map((now) => now()))
      // The second save either closed the other's term or was refused because its own was closed meanwhile.
      expect(await flagsOf(world)).toEqual(['1 closed', '2 closed', '3 current'])
    }))
})
