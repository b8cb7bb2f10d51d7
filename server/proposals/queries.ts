import type { Insertable } from 'kysely'
import { NOT_CREATED } from '#domain/proposals/status.ts'
import type { Db } from '../platform/context.ts'
import type { Proposals } from '../platform/database/tables.gen.ts'
import { among } from '../platform/sql.ts'
import { confirmedSamples } from './read_sql.ts'

/** Adds a proposal, or nothing when the proposer has one in the term. */
export const addProposal = (tx: Db, proposal: Insertable<Proposals>) =>
  tx
    .insertInto('proposals')
    .values(proposal)
    .onConflict((conflict) => conflict.columns(['user_id', 'term_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** Those of these keys that a proposal speaks of. */
export const findFileKeys = async (db: Db, keys: string[]) =>
  (await db.selectFrom('proposals').select('file_key').where('file_key', '=', among(keys)).execute()).map(
    ({ file_key }) => file_key,
  )

/** Who saved the proposal last, and when. */
export const findLastSave = (db: Db, id: number) =>
  db
    .selectFrom('proposals as p')
    .leftJoin('users as u', 'u.id', 'p.updated_by')
    .select(['p.version', 'p.created_at', 'p.updated_at as saved_at', 'u.name as saved_by'])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()

/** The user's proposal of the current term. */
export const findCurrentProposal = (db: Db, user_id: number) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['p.id', 'p.status'])
    .where('t.is_current', '=', true)
    .where('p.user_id', '=', user_id)
    .executeTakeFirst()

/** The user's proposals of terms before the current one that were begun, newest first. */
export const findPastProposals = (db: Db, user_id: number) =>
  db
    .selectFrom('proposals as p')
    .select(['p.id', 'p.term_id', 'p.title', 'p.abstract'])
    .where('p.user_id', '=', user_id)
    .where('p.status', '!=', NOT_CREATED)
    .where('p.term_id', '<', (eb) => eb.selectFrom('terms').select('id').where('is_current', '=', true))
    .orderBy('p.term_id', 'desc')
    .execute()

/** The samples that are confirmed for a proposal. */
export async function findConfirmedSamples(db: Db, id: number) {
  const row = await db
    .selectFrom('proposals as p')
    .select(confirmedSamples.as('samples'))
    .where('p.id', '=', id)
    .executeTakeFirst()
  return row?.samples ?? []
}

/** The states of the reports on a proposal, and whose they are. */
export const findReportStates = (db: Db, proposal_id: number) =>
  db.selectFrom('reports').select(['user_id', 'status']).where('proposal_id', '=', proposal_id).execute()

/** The terms that a proposal of this one can look back on. */
export const findTermsBefore = (db: Db, term_id: number) =>
  db.selectFrom('terms').select('id').where('id', '<', term_id).execute()

/** Which of these ids a data list has, and which of those are hidden. */
export const findEntries = (db: Db, table: 'keywords' | 'analysis_methods', ids: number[]) =>
  db.selectFrom(table).select(['id', 'hidden']).where('id', '=', among(ids)).execute()
