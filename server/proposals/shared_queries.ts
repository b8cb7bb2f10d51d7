import { type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { asBit } from '#domain/endpoint.ts'
import { groupBy } from '#domain/group_by.ts'
import type { Proposal } from '#domain/proposals/contract.ts'
import { TEXT_NAMES } from '#domain/proposals/fields.ts'
import type { AssignedSample } from '#domain/proposals/requested_samples.ts'
import { shortAbstract } from '#domain/proposals/rules.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import { isUnlocked } from '#domain/proposals/unlock.ts'
import type { Withdrawal } from '#domain/proposals/withdrawal_schemas.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { AnyCtx, Db } from '../platform/context.ts'
import { type Param, prepareQuery } from '../platform/database/prepared_query.ts'
import type { Proposals } from '../platform/database/tables.gen.ts'
import * as condition from '../platform/filter_conditions.ts'
import { collaboratorsOf, notFreed, orcidOf } from '../platform/sql.ts'
import { rankFor, unlessConflict, viewerHasConflict } from '../users/conflict_shared_queries.ts'

/** A proposal as in the contract, with what stays on the server. */
export interface ReadProposal extends Proposal {
  file_key: string | null
  submitted_at: string | null
}

const listOf = <T>(row: RawBuilder<unknown>, from: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql<T[]>`coalesce((select json_agg(${row} order by ${order}) from ${from}), '[]'::json)`

const acceptedTerms = listOf<Proposal['accepted_terms'][number]>(
  sql`json_build_object('term_id', a.term_id, 'other_status_id', a.other_status_id)`,
  sql`proposal_accepted_terms a where a.proposal_id = p.id`,
  sql`a.term_id, a.other_status_id`,
)
const keywords = listOf<Proposal['selected_keywords'][number]>(
  sql`json_build_object('keyword_id', k.keyword_id, 'keyword_other', k.keyword_other,
    'name', coalesce(m.name, k.keyword_other))`,
  sql`proposal_keywords k left join keywords m on m.id = k.keyword_id where k.proposal_id = p.id`,
  sql`k.position`,
)
const methods = listOf<Proposal['selected_methods'][number]>(
  sql`json_build_object('analysis_method_id', k.analysis_method_id,
    'analysis_method_other', k.analysis_method_other, 'name', coalesce(m.name, k.analysis_method_other))`,
  sql`proposal_methods k left join analysis_methods m on m.id = k.analysis_method_id where k.proposal_id = p.id`,
  sql`k.position`,
)
const conditions = listOf<Proposal['selected_conditions'][number]>(
  sql`json_build_object('environmental_condition_id', c.environmental_condition_id)`,
  sql`proposal_conditions c where c.proposal_id = p.id`,
  sql`c.environmental_condition_id`,
)
/** The requested samples of the proposal `p`, by priority. */
const requestedSamples = listOf<Proposal['requested_samples'][number]>(
  sql`json_build_object('id', r.id, 'proposal_id', r.proposal_id, 'priority', r.priority, 'db_type', r.db_type, 'sample_type', r.sample_type,
    'sample_id', r.sample_id, 'any', (r.sample_id is null)::int, 'sample_name', s.name, 'sample_weight', s.weight,
    'sample_description', s.description, 'number_of_bottles', r.number_of_bottles,
    'number_of_samples', r.number_of_samples, 'size', r.size, 'weight', r.weight, 'chamber', r.chamber,
    'dish', r.dish)`,
  sql`requested_samples r left join samples s on s.id = r.sample_id where r.proposal_id = p.id`,
  sql`r.priority`,
)

const assignmentsWhere = (where: RawBuilder<unknown>) =>
  listOf<AssignedSample>(
    sql`json_build_object('sample_id', s.id, 'name', s.name, 'db_type', s.db_type, 'sample_type', s.sample_type,
      'weight', s.weight, 'size', s.size, 'pressure', s.pressure, 'volume', s.volume, 'status', a.status)`,
    sql`assignments a join samples s on s.id = a.sample_id where a.proposal_id = p.id and ${where}`,
    sql`s.db_type, s.name, s.id`,
  )
/** The samples assigned to the proposal `p`, and those that are confirmed. */
export const assignedSamples = assignmentsWhere(notFreed)
export const confirmedSamples = assignmentsWhere(sql`a.status = ${CONFIRMED} and ${notFreed}`)
/**
 * The confirmed samples of the proposal `p` that its proposer may know of: all once the term `t` is disabled, before that
 * those of a released result.
 */
export const samplesKnownToProposer = assignmentsWhere(sql`a.status = ${CONFIRMED} and ${notFreed}
  and (t.disabled or exists (select from results r
    join result_samples g on g.proposal_id = r.proposal_id and g.edition = r.edition
    where r.proposal_id = p.id and r.released_at is not null and r.superseded_at is null and g.sample_id = a.sample_id))`)

/** SQL: an instant within JSON, in the form of the wire. */
export const isoInstant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL: the last withdrawal of the proposal `p`; null without any. */
export const lastWithdrawal = sql<Withdrawal | null>`(
  select json_build_object('reason', w.reason, 'asked_at', ${isoInstant('w.asked_at')},
    'decided_at', ${isoInstant('w.decided_at')}, 'granted', w.granted, 'answer', w.answer)
  from withdrawals w where w.proposal_id = p.id order by w.id desc limit 1)`

/** Proposals `p` of their users `u` in their terms `t`, each with everything nested in it: rows for `toProposal`. */
export const selectProposals = (db: Db) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['p.id', 'p.version', 'p.user_id', 'u.name', 'u.email', 'u.affiliation', 'p.early_career'])
    .select(orcidOf('u.id').as('orcid'))
    .select(['p.term_id', 't.disabled', 't.proposals_open_at', 't.proposals_close_at'])
    .select(['p.status', 'p.unlocked_until', 'p.title'])
    .select(TEXT_NAMES.map((name) => `p.${name}` as const))
    .select(['p.check_organization', 'p.check_collaborators'])
    .select(['p.original_file_name', 'p.file_key', 'p.submitted_at'])
    .select([
      collaboratorsOf('proposal_collaborators', 'p.id').as('proposal_collaborator'),
      acceptedTerms.as('accepted_terms'),
      keywords.as('selected_keywords'),
      methods.as('selected_methods'),
      conditions.as('selected_conditions'),
      requestedSamples.as('requested_samples'),
    ])
type Row = Awaited<ReturnType<ReturnType<typeof selectProposals>['executeTakeFirstOrThrow']>>

/** Converts a row of `selectProposals`, with any further columns, to a proposal; locks are a function of `now`. */
export function toProposal<R extends Row>(row: R, now: Date): Omit<R, keyof Row> & ReadProposal {
  const { disabled, proposals_open_at, proposals_close_at, original_file_name, ...rest } = row
  // TypeScript cannot infer the rest of a generic row.
  const proposal = rest as Omit<R, keyof Row> & Omit<Row, 'disabled' | 'original_file_name'>
  return {
    ...proposal,
    is_unlocked: asBit(isUnlocked(row.unlocked_until, now)),
    check_organization: asBit(row.check_organization),
    check_collaborators: asBit(row.check_collaborators),
    term: { id: row.term_id, disabled, proposals_open_at, proposals_close_at },
    shortAbstract: shortAbstract(row.abstract),
    file: original_file_name === null ? null : { original_file_name },
  }
}

const findProposal = prepareQuery((db: Db, param: Param<{ id: number }>) =>
  selectProposals(db).where('p.id', '=', param('id')),
)

/** One proposal with everything nested in it, or undefined. */
export async function readProposal(
  { db, now }: Pick<AnyCtx, 'db' | 'now'>,
  id: number,
): Promise<ReadProposal | undefined> {
  const [row] = await findProposal(db, { id })
  return row && toProposal(row, now())
}

const lockWithTerm = prepareQuery((db: Db, param: Param<{ id: number }>) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select('p.id')
    .where('p.id', '=', param('id'))
    .forUpdate('p')
    .forShare('t'),
)

/**
 * Locks the proposal and then its term until the transaction ends. Read them after this: a query that waits for the lock
 * returns nested lists from before the wait.
 */
export const lockProposal = (tx: Db, id: number) => lockWithTerm(tx, { id })

/** Sets fields of a proposal that the caller has locked. */
export const changeProposal = (tx: Db, id: number, fields: Updateable<Proposals>) =>
  tx.updateTable('proposals').set(fields).where('id', '=', id).execute()

/** When a proposal was last saved since a moment, and the names of the changed fields in the audit log. */
export interface ProposalSaves {
  at: string
  fields: string[]
}

/** SQL: the saves of the proposal `p` since a moment that changed something; null without any. */
export const savesSince = (moment: RawBuilder<unknown>) => sql<ProposalSaves | null>`(
  select json_build_object('at', max(e.at), 'fields', json_agg(distinct name))
  from audit_entries e, jsonb_object_keys(e.after) name
  where e.object_type = 'proposal' and e.object_id = p.id and e.action = 'proposal.save' and e.at > ${moment}
  having count(*) > 0)`

/** The filters that all lists of proposals share: the proposal is `p`. */
export const proposalConditions = {
  ...condition.user('p.user_id'),
  term_id: condition.equals('p.term_id'),
  title: condition.contains('p.title'),
  abstract: condition.contains('p.abstract'),
  keywords: condition.ifPresent(
    (id: number) =>
      sql`exists (select from proposal_keywords as k where k.proposal_id = p.id and k.keyword_id = ${id})`,
  ),
}

/** The sort columns that all lists of proposals share: the proposer is `u`, joined by lists that sort by it. */
export const proposalSorts = {
  ...condition.personSorts('u'),
  id: 'p.id',
  title: condition.foldedColumn('p.title'),
  term_id: 'p.term_id',
}

/** SQL: the proposal `p` is unlocked at a moment (isUnlocked in the rules). */
export const unlockedAt = (now: Date) => sql<SqlBool>`p.unlocked_until > ${now.toISOString()}`

const idIn = (ids: readonly number[]) => sql<SqlBool>`p.id = any(${ids}::integer[])`

/**
 * A term's submitted proposals with their requests: best global score first, then rank, then id, nulls last.
 * For an actor with a conflict, score and rank are null, also for the order.
 */
export const submittedProposals = (db: Db, actor: Actor, term_id: number) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select([
      'p.id',
      'u.name',
      'p.title',
      'p.properties',
      viewerHasConflict(actor).$castTo<boolean>().as('conflict'),
    ])
    .select([
      unlessConflict(actor, sql<number>`p.global_score`).as('global_score'),
      rankFor(actor).$castTo<number | null>().as('rank'),
      requestedSamples.as('requested_samples'),
    ])
    .where('p.term_id', '=', term_id)
    .where('p.status', '=', SUBMITTED)
    .orderBy('global_score', (order) => order.desc().nullsLast())
    .orderBy('rank', (order) => order.asc().nullsLast())
    .orderBy('p.id')
    .execute()

/**
 * Locks proposals before samples are assigned to them, in id order, and reads the priorities of their requests: neither
 * status nor requests change until the transaction ends. The lock is a statement of its own, since a query that waits
 * for it returns the old priorities.
 */
export async function lockForAllocation(tx: Db, ids: readonly number[]) {
  const locked = await tx
    .selectFrom('proposals as p')
    .select(['p.id', 'p.term_id', 'p.status'])
    .where(idIn(ids))
    .orderBy('p.id')
    .forShare()
    .execute()
  const requests = await tx
    .selectFrom('requested_samples')
    .select(['proposal_id', 'priority'])
    .where(sql<SqlBool>`proposal_id = any(${ids}::integer[])`)
    .execute()
  const priorities = groupBy(requests, ({ proposal_id }) => proposal_id)
  return locked.map((proposal) => ({
    ...proposal,
    priorities: (priorities.get(proposal.id) ?? []).map(({ priority }) => priority),
  }))
}

/** Which of these proposals the actor has a conflict with. */
export const findConflictingIds = async (db: Db, actor: Pick<Actor, 'id'>, ids: readonly number[]) => {
  const rows = await db
    .selectFrom('proposals as p')
    .select('p.id')
    .where(idIn(ids))
    .where(viewerHasConflict(actor))
    .orderBy('p.id')
    .execute()
  return rows.map(({ id }) => id)
}
