import { describe, expect, test } from 'vitest'
import { done, refused } from '#domain/wire.ts'
import { inParallelWorld, inWorld, type World } from '../testing/world.ts'

const names = async ({ db }: World) =>
  (await db.selectFrom('keywords').select('name').execute()).map(({ name }) => name)

describe.each([
  ['in a transaction of its own', inParallelWorld],
  ['within another', inWorld],
])('a write %s', (_, world) => {
  test('that is done stays, with its audit entry', () =>
    world(async (here) => {
      await here.ctx().write(async (tx) => {
        await tx.insertInto('keywords').values({ name: 'kept' }).execute()
        await tx.audit(
          'keyword.add',
          { type: 'keyword', id: 1 },
          { name: 'kept', sort: 1 },
          { name: '', sort: 1 },
        )
        return done('kept')
      })
      expect(await names(here)).toEqual(['kept'])
      const entry = await here.db.selectFrom('audit_entries').selectAll().executeTakeFirstOrThrow()
      expect(entry).toMatchObject({ action: 'keyword.add', before: { name: '' }, after: { name: 'kept' } })
    }))

  test('that fails or is refused leaves nothing', () =>
    world(async (here) => {
      const write = (end: () => unknown) =>
        here.ctx().write(async (tx) => {
          await tx.insertInto('keywords').values({ name: 'lost' }).execute()
          return end()
        })
      await expect(
        write(() => {
          throw new Error('broken')
        }),
      ).rejects.toThrow('broken')
      expect(await write(() => refused('not now'))).toEqual({ result: 0, message: 'not now' })
      expect(await names(here)).toEqual([])
    }))
})
