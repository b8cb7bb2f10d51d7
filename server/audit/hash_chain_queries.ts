import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { ChainBlock, ChainedEntry } from './hash_chain.ts'

/** So long the end of a write is waited for, in ms; who wants to write meanwhile waits too. */
const LOCK_TIMEOUT_MS = 200

/**
 * The last entry, once nobody is writing one: ids are given in the order of writing and appear in that of commits, so
 * that only then no lower one can still come. Throws where a write takes longer than that is waited for.
 */
export async function findLastEntryId(tx: Db): Promise<number> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx)
  await sql`lock table audit_entries in share mode`.execute(tx)
  const { id } = await tx
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}

/** Whether nobody else is sealing until the transaction ends. */
export async function tryLockHashChain(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('seals', 0)) as taken`.execute(tx)
  return rows[0]!.taken
}

/** Entries after one id, or from the first one, up to another, in their order. */
export const findEntriesBetween = (
  db: Db,
  { after, to, limit }: { after: number | null; to: number; limit: number },
) =>
  db
    .selectFrom('audit_entries')
    .select(['id', 'user_id', 'action', 'object_type', 'object_id', 'proposal_id'])
    .select([
      sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`.as('at'),
      sql<string | null>`before::text`.as('before'),
      sql<string | null>`after::text`.as('after'),
    ])
    .where(({ and, eb }) => and([eb('id', '<=', to), ...(after === null ? [] : [eb('id', '>', after)])]))
    .orderBy('id')
    .limit(limit)
    .$castTo<ChainedEntry>()
    .execute()

/** How many entries come after one id, or at all. */
export async function countEntriesAfter(db: Db, id: number | null): Promise<number> {
  const { count } = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(id !== null, (q) => q.where('id', '>', id!))
    .executeTakeFirstOrThrow()
  return count
}

/** The last seal without what it holds. */
export const findLastBlock = (db: Db) =>
  db
    .selectFrom('audit_seals')
    .select(['number', 'last_id', 'hash', 'made_at'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The seal that comes next after a number. */
export const findBlockAfter = (db: Db, number: number): Promise<ChainBlock | undefined> =>
  db
    .selectFrom('audit_seals')
    .selectAll()
    .where('number', '>', number)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()

/** Adds a seal, with how many entries are sealed up to it. */
export const addBlock = (tx: Db, seal: ChainBlock) =>
  tx
    .insertInto('audit_seals')
    .values({
      ...seal,
      total: sql`${seal.ids.length}::int
        + coalesce((select total from audit_seals where number = ${seal.number - 1}), 0)`,
    })
    .execute()
