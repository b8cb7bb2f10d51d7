import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import type { Db } from '../platform/context.ts'
import { lockForAllocation } from '../proposals/shared_queries.ts'
import { lockSamplesByNames } from '../samples/queries.ts'
import { lockSamples } from '../samples/service.ts'
import { createSubmittedProposal, withOffice } from '../testing/allocation.ts'
import { type TestServer, withParallelServer } from '../testing/test_server.ts'
import { confirmPairs } from './confirm.ts'
import { lockAssignments } from './queries.ts'

const together = (work: (world: TestServer, office: Actor) => Promise<void>) =>
  withOffice(work, withParallelServer)

const isWaiting = async (db: Db) =>
  (
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
  ).rows.length > 0

/** What `look` finds while `work` waits for the lock that `hold` has taken. */
async function whileBlocked<T>(
  { db }: TestServer,
  hold: (tx: Db) => Promise<unknown>,
  work: () => Promise<unknown>,
  look: () => Promise<T>,
): Promise<T> {
  const blocker = await db.startTransaction().execute()
  await hold(blocker)
  const working = work()
  await vi.waitUntil(() => isWaiting(db), { timeout: 60_000 })
  const found = await look()
  await blocker.commit().execute()
  await working
  return found
}

/** Whether a row can be locked at once. */
const isFree = ({ db }: TestServer, table: 'samples' | 'proposals', id: number) =>
  db
    .transaction()
    .execute((tx) => tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().noWait().execute())
    .then(
      () => true,
      () => false,
    )

/** Two samples, or two proposals, of which the one with the lower id comes last in the table. */
async function twoRows(world: TestServer, office: Actor, table: 'samples' | 'proposals') {
  const add = async () =>
    table === 'samples' ? (await aSample(world.ctx())).id : await createSubmittedProposal(world, office)
  const [low, high] = [await add(), await add()]
  const move: Record<typeof table, RawBuilder<unknown>> = {
    samples: sql`update samples set source = source where id = ${low}`,
    proposals: sql`update proposals set rank = rank where id = ${low}`,
  }
  await move[table].execute(world.db)
  return { low, high }
}

const namesOf = async ({ db }: TestServer, ids: number[]) =>
  (await db.selectFrom('samples').select('name').where('id', 'in', ids).orderBy('id', 'desc').execute()).map(
    ({ name }) => name,
  )

test.each<
  [string, 'samples' | 'proposals', (world: TestServer, ids: number[]) => Promise<(tx: Db) => unknown>]
>([
  ['samples', 'samples', async (_, ids) => (tx) => lockSamples(tx, ids)],
  [
    'samples by name',
    'samples',
    async (world, ids) => {
      const names = await namesOf(world, ids)
      return (tx) => lockSamplesByNames(tx, names)
    },
  ],
  ['proposals', 'proposals', async (_, ids) => (tx) => lockForAllocation(tx, ids)],
])('%s are locked in id order, whatever order they are asked for and stored in', (_, table, prepare) =>
  together(async (world, office) => {
    const { low, high } = await twoRows(world, office, table)
    const lock = await prepare(world, [high, low])
    const free = await whileBlocked(
      world,
      (tx) => tx.selectFrom(table).select('id').where('id', '=', low).forUpdate().execute(),
      () =>
        world.db.transaction().execute(async (tx) => {
          // Rows are found in the order of the table, not of an index.
          await sql`set local enable_indexscan = off`.execute(tx)
          await sql`set local enable_bitmapscan = off`.execute(tx)
          await lock(tx)
        }),
      () => isFree(world, table, high),
    )
    expect(free).toBe(true)
  }),
)

test('terms are locked in ascending order, whatever order their proposals have', () =>
  together(async (world, office) => {
    const [now, old] = [
      await createSubmittedProposal(world, office),
      await createSubmittedProposal(world, office),
    ]
    await world.db.updateTable('proposals').set({ term_id: 6 }).where('id', '=', old).execute()
    const [a, b] = [(await aSample(world.ctx())).id, (await aSample(world.ctx())).id]
    const pairs = [
      { sample_id: a, proposal_id: now },
      { sample_id: b, proposal_id: old },
    ]
    await anAssignment(world.ctx(office), 1, [pairs[0]!])
    await anAssignment(world.ctx(office), 1, [pairs[1]!], { term_id: 6 })
    const free = await whileBlocked(
      world,
      (tx) => lockAssignments(tx, 6),
      () => confirmPairs(world.ctx(office), pairs, {}),
      () =>
        world.db.transaction().execute(async (tx) => {
          const { rows } = await sql<{ free: SqlBool }>`
            select pg_try_advisory_xact_lock(hashtext('allocation'), 7) as free`.execute(tx)
          return rows[0]!.free
        }),
    )
    expect(free).toBe(true)
  }))
