import { describe, expect, test } from 'vitest'
import type { ViewedPath } from '#domain/saved_views/rules.ts'
import { aUser } from '../builders/people.ts'
import { aView } from '../builders/saved_views.ts'
import { errorKindOf } from '../testing/reviews.ts'
import { withParallelServer, withServer } from '../testing/test_server.ts'
import { removeByOffice } from '../users/office_service.ts'

const list: ViewedPath = '/proposals'
const search = { columns: ['Status'], is_unlocked: 'true' }

describe('views of a list', () => {
  test('are seen by their owner, and the office’s by everyone who may open the list', () =>
    withServer(async (world) => {
      const office = await aUser(world.ctx(), ['admin'])
      const [pia, paul] = [await aUser(world.ctx(), ['panel']), await aUser(world.ctx(), ['panel'])]
      const own = await aView(world.ctx(pia), { name: 'mine', search })
      const all = await aView(world.ctx(office), { name: 'For all', for_all: true })
      const of = async (actor: typeof pia) => (await world.as(actor)).api.savedViews.list({ query: { list } })
      expect(await of(pia)).toMatchObject([
        { id: all, name: 'For all', for_all: true, writable: false },
        { id: own, name: 'mine', for_all: false, writable: true, search },
      ])
      expect((await of(paul)).map(({ id }) => id)).toEqual([all])
      expect((await of(office)).map(({ writable }) => writable)).toEqual([true])
      const { savedViews } = (await world.as(await aUser(world.ctx(), ['reviewer']))).api
      expect(await errorKindOf(savedViews.list({ query: { list } }))).toBe('forbidden')
      expect(await errorKindOf(savedViews.remove({ params: { id: all } }))).toBe('missing')
      expect(await savedViews.list({ query: { list: '/proposals/assigned_proposals' } })).toEqual([])
    }))

  test('are kept for all by the office only, and can be given to all later', () =>
    withServer(async (world) => {
      const office = (await world.as(await aUser(world.ctx(), ['admin']))).api.savedViews
      const panel = (await world.as(await aUser(world.ctx(), ['panel']))).api.savedViews
      const view = { name: 'Open', search }
      expect(await panel.add({ body: { list, ...view, for_all: true } })).toMatchObject({ result: 0 })
      const { id } = await office.add({ body: { list, ...view } })
      const params = { id: id! }
      expect(await errorKindOf(panel.save({ params, body: view }))).toBe('missing')
      expect(await office.save({ params, body: { ...view, for_all: true } })).toMatchObject({ result: 1 })
      expect(await errorKindOf(panel.save({ params, body: view }))).toBe('forbidden')
      expect(await panel.list({ query: { list } })).toMatchObject([{ id, for_all: true }])
    }))

  test('have different names on a list, whatever their case, for one owner', () =>
    withServer(async (world) => {
      const panel = await aUser(world.ctx(), ['panel'])
      const { savedViews } = (await world.as(panel)).api
      const add = (name: string, on: ViewedPath = list) =>
        savedViews.add({ body: { list: on, name, search } })
      const first = await add('Été')
      expect(await errorKindOf(add('ETE'))).toBe('invalid')
      expect(await add('Été', '/reviewers')).toMatchObject({ result: 1 })
      await aView(world.ctx(await aUser(world.ctx(), ['panel'])), { name: 'Été' })
      const params = { id: first.id! }
      expect(await savedViews.save({ params, body: { name: 'été', search } })).toMatchObject({ result: 1 })
    }))

  test('refuse a list that has none, too long a query and a name of several lines', () =>
    withServer(async (world) => {
      const { savedViews } = (await world.as(await aUser(world.ctx(), ['admin']))).api
      const add = (body: object) =>
        errorKindOf(savedViews.add({ body: { list, name: 'A', search, ...body } as never }))
      expect(await add({ list: '/system' })).toBe('invalid')
      expect(await add({ search: { title: 'x'.repeat(8000) } })).toBe('invalid')
      expect(await add({ name: 'A\nB' })).toBe('invalid')
      expect(await add({ search: { title: { deep: 1 } } })).toBe('invalid')
      expect(await add({ search: { title: 'a\0b' } })).toBe('invalid')
      expect(await add({ search: { columns: ['a\uD800'] } })).toBe('invalid')
      expect(await add({ search: { 'a\0b': 'c' } })).toBe('invalid')
    }))

  test('are at most fifty of a list', () =>
    withServer(async (world) => {
      const ctx = world.ctx(await aUser(world.ctx(), ['panel']))
      for (let i = 0; i < 50; i++) await aView(ctx, { name: `View ${i}` })
      expect(await errorKindOf(aView(ctx, { name: 'One more' }))).toBe('invalid')
    }))

  test('of a deleted user go with the account, the office’s stay', () =>
    withServer(async (world) => {
      const office = world.ctx(await aUser(world.ctx(), ['admin']))
      const other = await aUser(world.ctx(), ['admin'])
      await aView(world.ctx(other))
      await aView(world.ctx(other), { name: 'For all', for_all: true })
      await world.db.updateTable('users').set({ disabled: true }).where('id', '=', other.id).execute()
      await removeByOffice(office, other.id)
      const left = await world.db.selectFrom('saved_views').select('name').execute()
      expect(left).toEqual([{ name: 'For all' }])
    }))

  test('are kept once when the same name is saved twice at a time', () =>
    withParallelServer(async (world) => {
      const { savedViews } = (await world.as(await aUser(world.ctx(), ['panel']))).api
      const add = (name: string) => errorKindOf(savedViews.add({ body: { list, name, search } }))
      expect((await Promise.all(['Two', 'two', 'TWO'].map(add))).sort()).toEqual(['invalid', 'invalid', 'ok'])
    }))
})
