import { type SqlBool, sql, type Updateable } from 'kysely'
import type { AssignedQuery } from '#domain/allocation/contract.ts'
import type { Pair } from '#domain/allocation/rules.ts'
import { CONFIRMED, UNCONFIRMED } from '#domain/allocation/status.ts'
import type { SampleType } from '#domain/masters/values.ts'
import type { Db } from '../platform/context.ts'
import type { DB } from '../platform/database/database.ts'
import { notFreed, stillHolds } from '../platform/sql.ts'

/** Why a confirmation has ended: its sample came back and is offered again, or it was freed before it was lent. */
export type Ended = 'returned' | 'freed'

const isOneOf = (column: string, values: readonly number[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${values}::integer[])`

const assignments = (db: Db) =>
  db
    .selectFrom('assignments as a')
    .innerJoin('samples as s', 's.id', 'a.sample_id')
    .innerJoin('proposals as p', 'p.id', 'a.proposal_id')
    .select(['a.id as main_key', 'a.sample_id', 'a.proposal_id', 'a.status', 'a.priority', 'p.term_id'])
    .select(['s.name', 's.db_type', 's.sample_type', 's.weight', 's.size', 's.pressure', 's.volume'])
    .select(['s.chamber', 's.dish', 'a.ended_at'])
    .where(notFreed)

/** A term's assignments of these sample types, ordered by sample and proposal id. */
export const findOfTerm = (db: Db, term_id: number, types: readonly number[]) =>
  assignments(db)
    .where('p.term_id', '=', term_id)
    .where(isOneOf('s.sample_type', types))
    .orderBy('a.sample_id')
    .orderBy('a.proposal_id')
    .execute()

/** The same with few columns, for polling. */
export const findPairsOfTerm = (db: Db, term_id: number, types: readonly number[]) =>
  db
    .selectFrom('assignments as a')
    .innerJoin('samples as s', 's.id', 'a.sample_id')
    .innerJoin('proposals as p', 'p.id', 'a.proposal_id')
    .select(['a.id as main_key', 'a.sample_id', 'a.proposal_id', 'a.status', 'a.priority'])
    .where('p.term_id', '=', term_id)
    .where(isOneOf('s.sample_type', types))
    .where(notFreed)
    .orderBy('a.sample_id')
    .orderBy('a.proposal_id')
    .execute()

/** The assignments of these samples, in any term, that still hold them. */
export const findOfSamples = (db: Db, sample_ids: readonly number[]) =>
  assignments(db)
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['t.disabled', 'a.proposed_by as proposed_by_id'])
    .where(isOneOf('a.sample_id', sample_ids))
    .where(stillHolds)
    .orderBy('a.sample_id')
    .orderBy('a.proposal_id')
    .execute()

/** The assignments that still hold a sample, in any term, of those of these samples that had more than one. */
export const findShared = (db: Db, sample_ids: readonly number[]) =>
  db
    .selectFrom('assignments as a')
    .innerJoin('proposals as p', 'p.id', 'a.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['a.id as main_key', 'a.sample_id', 'a.proposal_id', 'a.status', 'p.term_id', 't.disabled'])
    .where(isOneOf('a.sample_id', sample_ids))
    .where(stillHolds)
    .where(sql<SqlBool>`exists (select from assignments o where o.sample_id = a.sample_id and o.id <> a.id)`)
    .orderBy('a.sample_id')
    .orderBy('a.proposal_id')
    .execute()

export const findOfProposal = (db: Db, proposal_id: number) =>
  assignments(db).where('a.proposal_id', '=', proposal_id).orderBy('s.db_type').orderBy('s.name').execute()

export const findAssignment = (db: Db, id: number) =>
  assignments(db).select('a.proposed_by as proposed_by_id').where('a.id', '=', id).executeTakeFirst()

/** The assigned list, by asteroid and name; without a term that of all open ones. Pending proposals to confirm are hidden unless `twoToConfirm`. */
export const findAssigned = (db: Db, { term_id }: AssignedQuery, twoToConfirm: boolean) =>
  assignments(db)
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .leftJoin('users as proposer', (join) =>
      join
        .onRef('proposer.id', '=', 'a.proposed_by')
        .on((on) => on.or([on('a.status', '=', CONFIRMED), on.val(twoToConfirm).$castTo<SqlBool>()])),
    )
    .leftJoin('users as second', 'second.id', 'a.confirmed_by')
    .select(['p.title as proposal_title', 't.disabled', 'a.confirmed_at', 'a.cancelled_at'])
    .select(sql<string | null>`case when proposer.id is not null then a.proposed_at end`.as('proposed_at'))
    .select(['proposer.id as proposed_by_id', 'proposer.name as proposed_by', 'second.name as confirmed_by'])
    .$if(term_id === undefined, (q) => q.where('t.disabled', '=', false))
    .$if(typeof term_id === 'number', (q) => q.where('p.term_id', '=', Number(term_id)))
    .orderBy('s.db_type')
    .orderBy('s.name')
    .orderBy('a.id')
    .execute()

/** Serializes writers of a term's assignments until the end of the transaction. */
export const lockAssignments = (tx: Db, term_id: number) =>
  sql`select pg_advisory_xact_lock(hashtext('allocation'), ${term_id}::integer)`.execute(tx)

/** A pair with the priority of the chosen request; null means the best fit. */
type PrioritizedPair = Pair & { priority?: number | null | undefined }
const columns = (pairs: readonly PrioritizedPair[]) => sql`unnest(
  ${pairs.map((p) => p.sample_id)}::integer[],
  ${pairs.map((p) => p.proposal_id)}::integer[],
  ${pairs.map((p) => p.priority ?? null)}::smallint[]) as pair (sample_id, proposal_id, priority)`

export async function addPairs(tx: Db, pairs: readonly PrioritizedPair[], at: Date) {
  if (pairs.length === 0) return
  await sql`insert into assignments (sample_id, proposal_id, priority, created_at)
    select sample_id, proposal_id, priority, ${at.toISOString()}::timestamptz from ${columns(pairs)}
    on conflict (sample_id, proposal_id) do update set priority = excluded.priority, created_at = excluded.created_at,
      status = ${UNCONFIRMED}, proposed_by = null, proposed_at = null, confirmed_by = null, confirmed_at = null,
      cancelled_at = null, ended_at = null, ended_as = null
      where assignments.ended_as = 'freed'`.execute(tx)
}

/** Whether the proposer knows what is confirmed: from then on a correction of the result changes it. */
export const hasReleasedResult = async (db: Db, proposal_id: number): Promise<boolean> =>
  (await db
    .selectFrom('results')
    .select('edition')
    .where('proposal_id', '=', proposal_id)
    .where('released_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** The term of a proposal. */
export const findTermOf = async (db: Db, proposal_id: number): Promise<number> =>
  (await db.selectFrom('proposals').select('term_id').where('id', '=', proposal_id).executeTakeFirstOrThrow())
    .term_id

/** Ends confirmations of a proposal, and returns the names of their samples. */
export const setEnded = async (
  tx: Db,
  {
    proposal_id,
    sample_ids,
    ended_as,
  }: { proposal_id: number; sample_ids: readonly number[]; ended_as: Ended },
  at: Date,
): Promise<(Pair & { name: string; sample_type: SampleType })[]> =>
  tx
    .updateTable('assignments as a')
    .from('samples as s')
    .set({ ended_at: at.toISOString(), ended_as })
    .whereRef('s.id', '=', 'a.sample_id')
    .where('a.proposal_id', '=', proposal_id)
    .where(isOneOf('a.sample_id', sample_ids))
    .where('a.status', '=', CONFIRMED)
    .where('a.ended_at', 'is', null)
    .returning(['a.sample_id', 's.name', 's.sample_type', 'a.proposal_id'])
    .execute()

/** The confirmation that a returned sample was promised by: the one that holds it, or else the last that ended so. */
export const findPromise = (db: Db, sample_id: number) =>
  db
    .selectFrom('assignments as a')
    .innerJoin('proposals as p', 'p.id', 'a.proposal_id')
    .select(['a.id', 'a.proposal_id', 'p.term_id', 'a.ended_at'])
    .where('a.sample_id', '=', sample_id)
    .where('a.status', '=', CONFIRMED)
    .where(notFreed)
    .orderBy(sql`a.ended_at desc nulls first`)
    .limit(1)
    .executeTakeFirst()

/** The confirmation holds its sample again. */
export const setHolding = (tx: Db, id: number) => update(tx, [id], { ended_at: null, ended_as: null })

/** Changes which request of its proposal each assignment answers. */
export async function movePairs(tx: Db, pairs: readonly PrioritizedPair[]) {
  if (pairs.length === 0) return
  await sql`update assignments a set priority = pair.priority from ${columns(pairs)}
    where a.sample_id = pair.sample_id and a.proposal_id = pair.proposal_id`.execute(tx)
}

export const removeUnconfirmed = (tx: Db, ids: readonly number[]) =>
  tx.deleteFrom('assignments').where(isOneOf('id', ids)).where('status', '=', UNCONFIRMED).execute()

const update = (tx: Db, ids: readonly number[], set: Updateable<DB['assignments']>) =>
  tx.updateTable('assignments').set(set).where(isOneOf('id', ids)).execute()

const UNPROPOSED = { proposed_by: null, proposed_at: null }

export const setProposed = (tx: Db, ids: readonly number[], by: number, at: Date) =>
  update(tx, ids, { proposed_by: by, proposed_at: at.toISOString() })

/** Confirms assignments, and forgets who proposed them unless `twoToConfirm`. */
export const setConfirmed = (tx: Db, ids: readonly number[], by: number, at: Date, twoToConfirm: boolean) =>
  update(tx, ids, {
    status: CONFIRMED,
    confirmed_by: by,
    confirmed_at: at.toISOString(),
    cancelled_at: null,
    ...(twoToConfirm ? {} : UNPROPOSED),
  })

export const setUnproposed = (tx: Db, ids: readonly number[]) => update(tx, ids, UNPROPOSED)

export const setCancelled = (tx: Db, ids: readonly number[], at: Date) =>
  update(tx, ids, {
    status: UNCONFIRMED,
    confirmed_by: null,
    confirmed_at: null,
    cancelled_at: at.toISOString(),
    ...UNPROPOSED,
  })
