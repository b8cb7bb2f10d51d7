import { type SqlBool, sql } from 'kysely'
import type { AssignedQuery } from '#domain/allocation/contract.ts'
import type { Pair } from '#domain/allocation/rules.ts'
import { CONFIRMED, UNCONFIRMED } from '#domain/allocation/status.ts'
import type { Db } from '../platform/context.ts'

const among = (column: string, values: readonly number[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${values}::integer[])`

/** Every assignment with its sample's and its proposal's own figures. */
const assignments = (db: Db) =>
  db
    .selectFrom('assignments as a')
    .innerJoin('samples as s', 's.id', 'a.sample_id')
    .innerJoin('proposals as p', 'p.id', 'a.proposal_id')
    .select(['a.id as main_key', 'a.sample_id', 'a.proposal_id', 'a.status', 'p.term_id'])
    .select(['s.name', 's.db_type', 's.sample_type', 's.weight', 's.size', 's.pressure', 's.volume'])

/** The assignments of a term of these sample types, in id order of sample and proposal. */
export const findOfTerm = (db: Db, term_id: number, types: readonly number[]) =>
  assignments(db)
    .where('p.term_id', '=', term_id)
    .where(among('s.sample_type', types))
    .orderBy('a.sample_id')
    .orderBy('a.proposal_id')
    .execute()

/** All that is stored of these samples, in whatever term. */
export const findOfSamples = (db: Db, sample_ids: readonly number[]) =>
  assignments(db)
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select('t.disabled')
    .where(among('a.sample_id', sample_ids))
    .orderBy('a.sample_id')
    .orderBy('a.proposal_id')
    .execute()

/** The assignments of one proposal. */
export const findOfProposal = (db: Db, proposal_id: number) =>
  assignments(db).where('a.proposal_id', '=', proposal_id).orderBy('s.db_type').orderBy('s.name').execute()

export const findAssignment = (db: Db, id: number) =>
  assignments(db).where('a.id', '=', id).executeTakeFirst()

const listed = (db: Db, { term_id, open }: AssignedQuery) =>
  assignments(db)
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['p.title as proposal_title', 't.disabled'])
    .$if(term_id !== undefined, (q) => q.where('p.term_id', '=', term_id!))
    .$if(open === true, (q) => q.where('t.disabled', '=', false))
    .orderBy('s.db_type')
    .orderBy('s.name')
    .orderBy('a.id')

/** The assigned list, by asteroid and name; the same through a cursor. */
export const findAssigned = (db: Db, query: AssignedQuery) => listed(db, query).execute()
export const streamAssigned = (db: Db, query: AssignedQuery) => listed(db, query).stream(500)

/** Whoever writes assignments of a term does it alone: the next one sees all of it. Until the transaction ends. */
export const lockTerm = (tx: Db, term_id: number) =>
  sql`select pg_advisory_xact_lock(hashtext('allocation'), ${term_id}::integer)`.execute(tx)

export async function addPairs(tx: Db, pairs: readonly Pair[], at: Date) {
  if (pairs.length === 0) return
  await sql`insert into assignments (sample_id, proposal_id, created_at)
    select sample_id, proposal_id, ${at.toISOString()}::timestamptz
    from unnest(${pairs.map((p) => p.sample_id)}::integer[], ${pairs.map((p) => p.proposal_id)}::integer[])
      as pair (sample_id, proposal_id)`.execute(tx)
}

/** Removes assignments that are not confirmed. */
export const removeUnconfirmed = (tx: Db, ids: readonly number[]) =>
  tx.deleteFrom('assignments').where(among('id', ids)).where('status', '=', UNCONFIRMED).execute()

export const setConfirmed = (tx: Db, ids: readonly number[], at: Date | null) =>
  tx
    .updateTable('assignments')
    .set({ status: at ? CONFIRMED : UNCONFIRMED, confirmed_at: at ? at.toISOString() : null })
    .where(among('id', ids))
    .execute()
