import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/access.ts'
import { anAnnouncement, aUser } from '../builders/people.ts'
import { withServer } from '../testing/test_server.ts'

describe('announcements', () => {
  test('reach those they are addressed to once published, newest first', () =>
    withServer(async ({ ctx, as }) => {
      const at = (date: string, target: number, published = true) =>
        anAnnouncement(ctx(), { date, target, published })
      const toAll = await at('2026-04-01', 1)
      const newest = await at('2026-06-01', 1)
      const ids: Record<Role, number[]> = { admin: [], panel: [], reviewer: [], proposer: [] }
      for (const [role, target] of [
        ['panel', 2],
        ['reviewer', 3],
        ['proposer', 4],
      ] as const)
        ids[role].push(await at('2026-05-01', target))
      const hidden = await at('2026-07-01', 4, false)
      for (const role of ['admin', 'panel', 'reviewer', 'proposer'] as const) {
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
