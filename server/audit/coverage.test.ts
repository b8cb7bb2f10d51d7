import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type AuditAction, objectTypeOf } from '#domain/audit_actions.ts'
import { AUDIT_FIXTURES, TERM_FIXTURES } from '../testing/audit_fixtures/all.ts'
import { createAuditContext } from '../testing/audit_fixtures/fixture.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

describe('the audit log', () => {
  test.each(Object.keys(AUDIT_FIXTURES) as AuditAction[])('records %s with its user and object', (action) =>
    withServer(async (server) => {
      const {
        run: does,
        objectId: object,
        actorId: by,
      } = await AUDIT_FIXTURES[action](await createAuditContext(server))
      await does()
      const entries = await server.db
        .selectFrom('audit_entries')
        .selectAll()
        .where('action', '=', action)
        .orderBy('id', 'desc')
        .execute()
      const object_id = typeof object === 'function' ? await object() : object
      expect(entries[0]).toMatchObject({ object_type: objectTypeOf(action), object_id, user_id: by })
      // Two entries for one command would report it twice.
      expect(entries.filter((entry) => entry.object_id === object_id && entry.user_id === by)).toHaveLength(1)
      if (/^(report|conflict|result)[.]/u.test(action)) expect(entries[0]!.proposal_id).not.toBeNull()
    }),
  )
})

/** Resolves once a request waits for a lock that another one holds. */
async function someoneWaits({ db }: TestServer): Promise<'waits'> {
  for (;;) {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from pg_locks l join pg_stat_activity a using (pid)
        where a.datname = current_database() and not l.granted) as waiting`.execute(db)
    if (rows[0]!.waiting) return 'waits'
    await sql`select pg_sleep(0.01)`.execute(db)
  }
}

test(
  'every action in a term waits for the request that closes it, and is then refused',
  () =>
    withParallelServer(async (server) => {
      const stage = await createAuditContext(server)
      for (const [action, fixture] of Object.entries(TERM_FIXTURES)) {
        const { run: does } = await fixture(stage)
        const closing = await server.db.startTransaction().execute()
        await closing.updateTable('terms').set({ disabled: true }).where('id', '=', stage.term.id).execute()
        const done = does().catch((fault: Error) => ({ result: 0, message: fault.message }))
        const first = await Promise.race([done, someoneWaits(server)])
        await closing.commit().execute()
        expect([action, first, await done]).toEqual([action, 'waits', expect.objectContaining({ result: 0 })])
        await server.db.updateTable('terms').set({ disabled: false }).execute()
      }
    }),
  600_000,
)
