import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'

/** An audit entry as it is hashed: every column, `at` in UTC to the microsecond, JSON as PostgreSQL prints it. */
export interface ChainedEntry {
  id: number
  at: string
  user_id: number | null
  action: string
  object_type: string
  object_id: number | null
  proposal_id: number | null
  before: string | null
  after: string | null
}

/** A block of the hash chain over the audit log (table audit_seals; "seal" for users). */
export interface ChainBlock {
  number: number
  first_id: number
  last_id: number
  ids: number[]
  digests: string[]
  hash: string
  made_at: string
}

/** How long to wait for running writes; new writes wait as well. */
const LOCK_TIMEOUT_MS = 200

/**
 * The last entry's id, read while nobody is writing one: ids are assigned at insert but become visible at commit, so only
 * then can no lower id still appear. Throws if a running write does not end within LOCK_TIMEOUT_MS.
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

/** Makes this process the only one to extend the chain until the transaction ends; false if another one does. */
export async function tryLockHashChain(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('seals', 0)) as taken`.execute(tx)
  return rows[0]!.taken
}

/** Entries with an id above `after` (null: from the first) and up to `to`, sorted by id. */
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

/** Number of entries with a higher id; with null, of all. */
export async function countEntriesAfter(db: Db, id: number | null): Promise<number> {
  const { count } = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(id !== null, (q) => q.where('id', '>', id!))
    .executeTakeFirstOrThrow()
  return count
}

/** Number of entries with a higher id (null: of all), and when the first of them was written. */
export async function findUnsealed(db: Db, after: number | null) {
  return db
    .selectFrom('audit_entries')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('at').as('since')])
    .$if(after !== null, (q) => q.where('id', '>', after!))
    .executeTakeFirstOrThrow()
}

/** The last block without its digests. */
export const findLastBlock = (db: Db) =>
  db
    .selectFrom('audit_seals')
    .select(['number', 'last_id', 'hash', 'made_at'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findBlockAfter = (db: Db, number: number): Promise<ChainBlock | undefined> =>
  db
    .selectFrom('audit_seals')
    .selectAll()
    .where('number', '>', number)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()

/** Stores the running total of entries with the block. */
export const addBlock = (tx: Db, block: ChainBlock) =>
  tx
    .insertInto('audit_seals')
    .values({
      ...block,
      total: sql`${block.ids.length}::int
        + coalesce((select total from audit_seals where number = ${block.number - 1}), 0)`,
    })
    .execute()
