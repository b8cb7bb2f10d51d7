import { describe, expect, test } from 'vitest'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

const names = async ({ db }: TestServer) =>
  (await db.selectFrom('keywords').select('name').execute()).map(({ name }) => name)

describe.each([
  ['in a transaction of its own', withParallelServer],
  ['within another', withServer],
])('a write %s', (_, world) => {
  test('is committed with its audit entry', () =>
    world(async (here) => {
      await here.ctx().write(async (tx) => {
        await tx.insertInto('keywords').values({ name: 'kept' }).execute()
        await tx.audit('keyword.add', { id: 1 }, { name: 'kept', sort: 1 }, { name: '', sort: 1 })
      })
      expect(await names(here)).toEqual(['kept'])
      const entry = await here.db.selectFrom('audit_entries').selectAll().executeTakeFirstOrThrow()
      expect(entry).toMatchObject({
        action: 'keyword.add',
        object_type: 'keyword',
        before: { name: '' },
        after: { name: 'kept' },
      })
    }))

  test.each([
    ['fails', () => Promise.reject(new Error('broken')), 'broken'],
    ['is refused', (tx: { refuse(why: string): never }) => tx.refuse('not now'), 'not now'],
    ['leaves no entry in the audit log', () => 'done', 'This write left no entry in the audit log.'],
  ])('that %s is rolled back', (_, end, why) =>
    world(async (here) => {
      const write = here.ctx().write(async (tx) => {
        await tx.insertInto('keywords').values({ name: 'lost' }).execute()
        return end(tx)
      })
      await expect(write).rejects.toThrow(why)
      expect(await names(here)).toEqual([])
    }),
  )

  test('may skip the audit entry with a reason', () =>
    world(async (here) => {
      await here.ctx().write(async (tx) => tx.skipAudit('There was nothing to do.'))
    }))

  test('refuses the outer connection and another write inside it', () =>
    world(async (here) => {
      const ctx = here.ctx()
      const one = 'Inside a write only its transaction may be used'
      await expect(ctx.write(async () => ctx.db.selectFrom('keywords').execute())).rejects.toThrow(one)
      await expect(ctx.write(async () => ctx.write(async () => null))).rejects.toThrow(one)
      expect(await ctx.db.selectFrom('keywords').selectAll().execute()).toEqual([])
    }))
})
