import { type Expression, type Insertable, sql } from 'kysely'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { RequestedSample, SampleRequest } from '#domain/proposals/requested_samples.ts'
import { NOT_CREATED } from '#domain/proposals/status.ts'
import { reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { type TypedEntry, typedEntries } from '../masters/typed_entries_shared_queries.ts'
import type { Db } from '../platform/context.ts'
import { type Param, prepareQuery } from '../platform/database/prepared_query.ts'
import type { Proposals } from '../platform/database/tables.gen.ts'
import { haveSameRows } from '../platform/replace_rows.ts'
import { anyOf, notFreed } from '../platform/sql.ts'
import { collaboratesOn, viewerHasConflict } from '../users/conflict_shared_queries.ts'
import {
  isoInstant,
  lastWithdrawal,
  samplesKnownToProposer,
  selectProposals,
  unlockedAt,
} from './shared_queries.ts'

/** Adds a proposal, or nothing when the proposer has one in the term. */
export const addProposal = (tx: Db, proposal: Insertable<Proposals>) =>
  tx
    .insertInto('proposals')
    .values(proposal)
    .onConflict((conflict) => conflict.columns(['user_id', 'term_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** Those of the keys that a proposal refers to, a version of one that was submitted, or a loan. */
export async function findFileKeys(db: Db, keys: string[]): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('proposals')
    .select('file_key')
    .where('file_key', '=', anyOf(keys))
    .union(db.selectFrom('submitted_versions').select('file_key').where('file_key', '=', anyOf(keys)))
    .union(db.selectFrom('loan_files').select('file_key').where('file_key', '=', anyOf(keys)))
    .execute()
  return rows.map(({ file_key }) => file_key)
}

const UNDER_REVIEW = reportStatus.where(({ underReview }) => underReview)
const underReview = sql<boolean>`exists (select from reports r
  where r.proposal_id = p.id and r.status = any(${UNDER_REVIEW}::smallint[]))`

const submittedVersions = sql<{ id: number; submitted_at: string }[]>`coalesce((
  select json_agg(json_build_object('id', v.id, 'submitted_at', ${isoInstant('v.submitted_at')}) order by v.id desc)
  from submitted_versions v where v.proposal_id = p.id), '[]'::json)`

/** A proposal with the last save, the confirmed samples as far as its proposer may know, and whether it is under review. */
const ownProposals = (db: Db, id: Expression<number>) =>
  selectProposals(db)
    .leftJoin('users as saver', 'saver.id', 'p.updated_by')
    .select(['p.created_at', 'p.updated_at as saved_at', 'saver.name as saved_by'])
    .select([
      samplesKnownToProposer.as('confirmed'),
      underReview.as('under_review'),
      sql<boolean>`exists (select from assignments a where a.proposal_id = p.id and a.status = ${CONFIRMED} and ${notFreed})`.as(
        'has_confirmed',
      ),
      lastWithdrawal.as('withdrawal'),
      submittedVersions.as('submitted_versions'),
      'p.collaborators_may_read',
    ])
    .where('p.id', '=', id)

export const findOwnById = prepareQuery((db: Db, param: Param<{ id: number }>) =>
  ownProposals(db, param('id')),
)

/** What decides whether a proposal can be edited, and by whom. */
export const findEditState = prepareQuery((db: Db, param: Param<{ id: number }>) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['p.user_id', 'p.status', 'p.unlocked_until'])
    .select(['t.id as term_id', 't.disabled', 't.proposals_open_at', 't.proposals_close_at'])
    .select(underReview.as('under_review'))
    .where('p.id', '=', param('id')),
)

/** The user's proposal of the current term. */
export const findCurrentProposal = (db: Db, user_id: number) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['p.id', 'p.status'])
    .where('t.is_current', '=', true)
    .where('p.user_id', '=', user_id)
    .executeTakeFirst()

/** The user's proposals of terms before the current one that were saved, newest first. */
export const findPastProposals = (db: Db, user_id: number) =>
  db
    .selectFrom('proposals as p')
    .select(['p.id', 'p.term_id', 'p.title', 'p.abstract'])
    .where('p.user_id', '=', user_id)
    .where('p.status', '!=', NOT_CREATED)
    .where('p.term_id', '<', (eb) => eb.selectFrom('terms').select('id').where('is_current', '=', true))
    .orderBy('p.term_id', 'desc')
    .execute()

/** Proposals of others on which the user `u` is named now and whose proposers allow it. */
const sharedWith = (db: Db, user_id: number) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', (join) => join.on('u.id', '=', user_id))
    .innerJoin('users as proposer', 'proposer.id', 'p.user_id')
    .where('p.collaborators_may_read', '=', true)
    .where('p.user_id', '!=', user_id)
    .where('p.status', '!=', NOT_CREATED)
    .where(collaboratesOn('u'))

export const findShared = (db: Db, user_id: number) =>
  sharedWith(db, user_id)
    .select(['p.id', 'p.term_id', 'p.title', 'p.status', 'proposer.name as proposer'])
    .orderBy('p.term_id', 'desc')
    .orderBy('p.id')
    .execute()

export const isSharedWith = async (db: Db, user_id: number, id: number): Promise<boolean> =>
  (await sharedWith(db, user_id).select('p.id').where('p.id', '=', id).executeTakeFirst()) !== undefined

/** A proposal as mails name it. */
export const findNamed = (db: Db, id: number) =>
  db.selectFrom('proposals').select(['id', 'term_id', 'title']).where('id', '=', id).executeTakeFirst()

/** The states of the reports on a proposal, and whose they are. */
export const findReportStates = (db: Db, proposal_id: number) =>
  db.selectFrom('reports').select(['user_id', 'status']).where('proposal_id', '=', proposal_id).execute()

/** An entry of a data list; a hidden one can be chosen only where it was chosen before. */
export interface ListEntry {
  id: number
  hidden: boolean
}
const listEntries = (list: EntryTable, ids: Expression<readonly number[]>) => sql<ListEntry[]>`coalesce((
  select json_agg(json_build_object('id', id, 'hidden', hidden)) from ${sql.table(list)} where id = any(${ids}::int[])), '[]'::json)`
type EntryTable = 'keywords' | 'analysis_methods'

/** Entries chosen from the lists in a form, and names typed as free text. */
export interface ChosenEntries {
  keywords: readonly number[]
  methods: readonly number[]
  typed_keywords: readonly string[]
  typed_methods: readonly string[]
}

/** What can be chosen: the terms before a proposal's own, the entries, and those of the typed names that are entries. */
export interface AvailableChoices {
  terms: number[]
  keywords: ListEntry[]
  methods: ListEntry[]
  typed_keywords: TypedEntry[]
  typed_methods: TypedEntry[]
}

/** A proposer's own proposal before a save, with the available choices. */
export const findForSave = prepareQuery((db: Db, param: Param<ChosenEntries & { id: number }>) =>
  ownProposals(db, param('id')).select(
    sql<AvailableChoices>`json_build_object('terms', array(select id from terms where id < p.term_id),
      'keywords', ${listEntries('keywords', param('keywords'))},
      'methods', ${listEntries('analysis_methods', param('methods'))},
      'typed_keywords', ${typedEntries('keywords', param('typed_keywords'))},
      'typed_methods', ${typedEntries('analysis_methods', param('typed_methods'))})`.as('choices'),
  ),
)

const REQUEST_COLUMNS = [
  ...(['priority', 'db_type', 'sample_type', 'sample_id', 'number_of_bottles', 'number_of_samples'] as const),
  ...(['size', 'weight', 'chamber', 'dish'] as const),
] satisfies (keyof SampleRequest)[]
const REQUEST_COLUMN_LIST = sql.join(REQUEST_COLUMNS.map((name) => sql.ref(name)))

/**
 * Replaces a proposal's requests where they differ from `before`. An unchanged request keeps its row and the samples
 * assigned to it; a changed or removed request loses them.
 */
export async function replaceRequests(
  tx: Db,
  proposal_id: number,
  requests: readonly SampleRequest[],
  before: readonly RequestedSample[],
) {
  if (haveSameRows(REQUEST_COLUMNS, before, requests)) return
  const submitted = sql`select ${REQUEST_COLUMN_LIST} from jsonb_populate_recordset(null::requested_samples, ${JSON.stringify(requests)})`
  const unchanged = sql`select ${REQUEST_COLUMN_LIST} from requested_samples where proposal_id = ${proposal_id} intersect ${submitted}`
  const deleteChanged = sql`delete from requested_samples where proposal_id = ${proposal_id}
    and priority not in (select priority from (${unchanged}) as same)`
  const insertMissing = sql`insert into requested_samples (proposal_id, ${REQUEST_COLUMN_LIST})
    select ${proposal_id}, ${REQUEST_COLUMN_LIST} from (${submitted}) as submitted
    on conflict (proposal_id, priority) do nothing`
  await deleteChanged.execute(tx)
  await insertMissing.execute(tx)
}

/** Proposals of open terms that are unlocked now, with whether they are the user's own, or they have a conflict with them. */
export const findUnlocked = (db: Db, user: Actor, now: Date) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['p.id', 'p.term_id'])
    .select(sql<string>`p.unlocked_until`.as('unlocked_until'))
    .select([sql<boolean>`(p.user_id = ${user.id})`.as('is_own'), viewerHasConflict(user).as('conflict')])
    .where(unlockedAt(now))
    .where('t.disabled', '=', false)
    .orderBy('p.id')
    .execute()
