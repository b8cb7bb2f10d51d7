import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aUser } from '../builders/people.ts'
import { createReport } from '../testing/reviews.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'
import { digestEntry, extendHashChain, verifyHashChain } from './hash_chain.ts'

/** What `verify` says: its lines, or the line that it fails with. */
async function verified({ ctx }: TestServer, kept?: string) {
  const lines: string[] = []
  const command = verifyHashChain({ expect: kept, say: (line) => lines.push(line) })
  return command(ctx()).then(
    () => lines.join('\n'),
    (error: Error) => error.message,
  )
}

const seals = ({ db }: TestServer) => db.selectFrom('audit_seals').selectAll().orderBy('number').execute()

/** Three seals over the entries of a call that was begun. */
async function sealed(world: TestServer) {
  await createReport(world, 2)
  await extendHashChain(world.services)
  for (let n = 0; n < 2; n++) {
    for (const role of ['panel', 'reviewer'] as const) await aUser(world.ctx(), [role])
    await extendHashChain(world.services)
  }
  return seals(world)
}

/** Runs a statement without triggers, returns what the verification says, and rolls back. */
async function tampered(world: TestServer, statement: string, kept?: string) {
  const { db } = world
  const tables = ['audit_entries', 'audit_seals']
  await sql`savepoint tampered`.execute(db)
  for (const table of tables) await sql.raw(`alter table ${table} disable trigger ${table}_stay`).execute(db)
  await sql.raw(statement).execute(db)
  const answer = await verified(world, kept)
  await sql`rollback to savepoint tampered`.execute(db)
  return answer
}

test('every change to chained entries is detected, with block and entry', () =>
  withServer(async (world) => {
    const [first, second, third] = await sealed(world)
    expect(await verified(world)).toMatch(
      /^The chain holds: seals 1 to 3 over \d+ entries. Not sealed yet: 0[.]/u,
    )
    const [one, other] = second!.ids as [number, number]
    const changed = `Seal 2 is broken: entry ${one} was changed.`
    const where = `where id = ${one}`
    for (const change of [
      `at = at + interval '1 microsecond'`,
      'user_id = 1',
      `action = 'user.edit'`,
      `object_type = 'term'`,
      'object_id = 2000000000',
      'proposal_id = 2000000000',
      `before = '{}'`,
      `after = after || '{"is_panel": false}'`,
    ])
      expect(await tampered(world, `update audit_entries set ${change} ${where}`), change).toBe(changed)
    expect(await tampered(world, `delete from audit_entries ${where}`)).toBe(
      `Seal 2 is broken: entry ${one} is missing.`,
    )
    const added = `insert into audit_entries (id, action, object_type) overriding system value values (0, 'user.login', 'user')`
    expect(await tampered(world, added)).toBe(
      'Seal 1 is broken: entry 0 was added between those that were sealed.',
    )
    const swapped = `update audit_entries a set after = b.after from audit_entries b
      where a.id in (${one}, ${other}) and b.id in (${one}, ${other}) and a.id <> b.id`
    expect(await tampered(world, swapped)).toBe(changed)
    const newDigest = digestEntry({ ...({} as Parameters<typeof digestEntry>[0]), id: one })
    for (const change of [
      `digests[1] = '${newDigest}'`,
      `hash = '${newDigest}'`,
      `made_at = now() + interval '1 h'`,
    ])
      expect(await tampered(world, `update audit_seals set ${change} where number = 2`), change).toMatch(
        /^Seal 2 is broken: it was changed/u,
      )
    expect(await tampered(world, 'delete from audit_seals where number = 2')).toBe('Seal 2 is missing.')
    // The end cut off, or the whole chain rewritten, is a chain that holds: but not the one that was kept elsewhere.
    const cut = `with cut as (delete from audit_seals where number = 3) delete from audit_entries
      where id >= ${third!.first_id}`
    expect(await tampered(world, cut)).toMatch(/^The chain holds: seals 1 to 2 /u)
    expect(await tampered(world, cut, third!.hash)).toMatch(/^No seal has the hash/u)
    for (const { hash } of [first!, third!])
      expect(await verified(world, hash)).toMatch(/^The chain holds: seals 1 to 3 /u)
  }))

test('every column of an entry is hashed', () =>
  withServer(async (world) => {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_name = 'audit_entries' and table_schema = current_schema() order by 1`.execute(world.db)
    const known = [
      'action',
      'after',
      'at',
      'before',
      'id',
      'object_id',
      'object_type',
      'proposal_id',
      'user_id',
    ]
    expect(rows.map(({ name }) => name)).toEqual(known)
  }))

test('an entry that commits after a later one is waited for, and two servers make one chain', () =>
  withParallelServer(async (world) => {
    const { services, db } = world
    const late = await db.startTransaction().execute()
    const entry = { action: 'user.login', object_type: 'user' }
    await late.insertInto('audit_entries').values(entry).execute()
    await aUser(world.ctx(), ['panel'])
    await extendHashChain(services)
    expect(await seals(world)).toEqual([])
    await late.commit().execute()
    await Promise.all([extendHashChain(services), extendHashChain(services), extendHashChain(services)])
    expect((await seals(world)).map(({ ids }) => ids)).toEqual([[1, 2]])
    expect(await verified(world)).toMatch(/^The chain holds: seals 1 to 1 over 2 entries/u)
  }))

test('the office sees the last block', () =>
  withServer(async (world) => {
    const { api } = await world.as(await aUser(world.ctx(), ['admin']))
    expect(await api.audit.sealed()).toBeNull()
    world.at('2026-05-01T10:00:00Z')
    await extendHashChain(world.services)
    expect(await api.audit.sealed()).toEqual({ number: 1, at: '2026-05-01T10:00:00.000Z' })
  }))
