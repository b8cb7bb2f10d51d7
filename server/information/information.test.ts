import { describe, expect, test } from 'vitest'
import { ROLES, type Role } from '#domain/access.ts'
import { anAnnouncement, aUser } from '../builders/people.ts'
import { withParallelServer, withServer } from '../testing/test_server.ts'

describe('announcements', () => {
  test('are shown to their readers once published, newest first', () =>
    withServer(async ({ ctx, as }) => {
      const at = (date: string, target: number, published = true) =>
        anAnnouncement(ctx(), { date, target, published })
      const toAll = await at('2026-04-01', 1)
      const newest = await at('2026-06-01', 1)
      const ids: Record<Role, number[]> = { admin: [], panel: [], reviewer: [], curation: [], proposer: [] }
      for (const [role, target] of [
        ['panel', 2],
        ['reviewer', 3],
        ['proposer', 4],
      ] as const)
        ids[role].push(await at('2026-05-01', target))
      const hidden = await at('2026-07-01', 4, false)
      for (const role of ROLES) {
        const { api } = await as(await aUser(ctx(), [role]))
        const mine = await api.information.mine()
        expect(mine.map(({ id }) => id)).toEqual([newest, ...ids[role], toAll])
        expect(Object.keys(mine[0]!)).toEqual(['id', 'title', 'date', 'content', 'url'])
        for (const id of [toAll, newest, ...Object.values(ids).flat(), hidden]) {
          const open = role === 'admin' || mine.some((item) => item.id === id)
          const reply = api.information.show({ params: { id } })
          if (open) expect(await reply).toMatchObject({ id })
          else await expect(reply).rejects.toMatchObject({ kind: 'forbidden' })
        }
        await expect(api.information.show({ params: { id: hidden + 1 } })).rejects.toMatchObject({
          kind: 'missing',
        })
      }
    }))
})

const NEWS = { title: 'News', target: 4, content: 'The call is open.', url: '' }

describe('announcements of the office', () => {
  test('are dated today and unpublished when new, and shown to readers once published', () =>
    withServer(async ({ ctx, as, at }) => {
      at('2026-04-02T10:00:00Z')
      const { api } = await as(await aUser(ctx(), ['admin']))
      const proposer = await as(await aUser(ctx(), ['proposer']))
      const { id } = await api.information.add({ body: NEWS })
      const params = { id: id! }
      const item = await api.information.get({ params })
      expect(item).toMatchObject({ ...NEWS, date: '2026-04-02', published: 0, version: 1 })
      expect(await proposer.api.information.mine()).toEqual([])
      const body = { ...NEWS, date: '2026-04-03', published: true, version: 1 }
      expect(await api.information.save({ params, body })).toEqual({
        version: 2,
        result: 1,
        message: 'Saved successfully',
      })
      expect(await proposer.api.information.mine()).toEqual([
        { id, title: 'News', date: '2026-04-03', content: NEWS.content, url: '' },
      ])
    }))

  test('are listed newest first, those without a date last', () =>
    withServer(async ({ ctx, as }) => {
      const { api } = await as(await aUser(ctx(), ['admin']))
      const old = await anAnnouncement(ctx(), { date: '2026-04-01' })
      const cleared = await anAnnouncement(ctx(), { date: '2026-09-01' })
      const late = await anAnnouncement(ctx(), { date: '2026-05-01', published: false })
      await api.information.save({ params: { id: cleared }, body: { ...NEWS, date: '', published: 1 } })
      const list = await api.information.list()
      expect(list.map(({ id }) => id)).toEqual([late, old, cleared])
      expect(list.map(({ date }) => date)).toEqual(['2026-05-01', '2026-04-01', null])
    }))

  test('are deleted only while they are not published', () =>
    withServer(async ({ ctx, as }) => {
      const { api } = await as(await aUser(ctx(), ['admin']))
      const params = { id: await anAnnouncement(ctx()) }
      expect(await api.information.remove({ params })).toMatchObject({ result: 0 })
      await api.information.save({ params, body: { ...NEWS, date: null, published: 0 } })
      expect(await api.information.remove({ params })).toMatchObject({ result: 1 })
      await expect(api.information.get({ params })).rejects.toMatchObject({ kind: 'missing' })
      await expect(api.information.remove({ params })).rejects.toMatchObject({ kind: 'missing' })
    }))

  test('cannot be saved with an old version, but without a version', () =>
    withParallelServer(async ({ ctx, as }) => {
      const office = await aUser(ctx(), ['admin'])
      const { api } = await as(office)
      const params = { id: await anAnnouncement(ctx()) }
      const save = (title: string, version?: number) =>
        api.information.save({ params, body: { ...NEWS, title, date: '', published: 0, version } })
      const two = await Promise.allSettled([save('One', 1), save('Two', 1)])
      expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await expect(save('Three', 1)).rejects.toMatchObject({
        kind: 'stale',
        message: expect.stringMatching(
          new RegExp(`^This announcement was saved by ${office.name} on .* UTC`, 'u'),
        ),
        details: { version: 2, saved_by: office.name },
      })
      expect(await save('Four')).toMatchObject({ result: 1 })
      expect(await api.information.get({ params })).toMatchObject({ title: 'Four', version: 3 })
    }))

  test.each(['javascript:alert(1)', 'ftp://example.org', 'http://a b', 'example.org'])(
    'the database refuses the address %s',
    (url) =>
      withServer(async ({ ctx }) => {
        await expect(anAnnouncement(ctx(), { url })).rejects.toThrow(/information_url/u)
        await expect(anAnnouncement(ctx(), { url: 'https://example.org' })).resolves.toBeTypeOf('number')
      }),
  )
})
