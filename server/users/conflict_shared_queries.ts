import { type Expression, type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { Conflicts } from '../platform/database/tables.gen.ts'

/** Ids that a query determines, or that were read before it. */
type Ids = RawBuilder<number[]> | readonly number[]

/** The user whose conflicts count: the actor, or a placeholder for their id in a prepared query. */
export interface Viewer {
  id: number | Expression<number>
  /** The conflict with the proposal, when the query has already determined it. */
  conflict?: RawBuilder<boolean>
  /** The ids of the proposals with a conflict, when they are already determined. */
  proposals?: Ids
  /** The ids of the terms of these proposals, when they are already determined. */
  terms?: Ids
  /** The ids of the proposals on which they owe a report, when they are already determined. */
  owed?: Ids
}

/** SQL: the id in a column is one of these. Of none it is plainly false, so that PostgreSQL plans nothing that depends on it. */
export const isOneOf = (column: string, ids: Ids) =>
  Array.isArray(ids) && ids.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${sql.ref(column)} = any(${ids}))`

/** SQL: the office has lifted the user's conflict by address; `also` is a further condition on the lifting `l`. */
const isLifted = (
  proposal_id: RawBuilder<unknown>,
  user_id: RawBuilder<unknown> | Viewer['id'],
  also = sql`true`,
) => sql<boolean>`exists (
  select from lifted_conflicts l where l.proposal_id = ${proposal_id} and l.user_id = ${user_id} and ${also})`

/** A lifting for a former collaborator does not count once they are named on the proposal again. */
const WHILE_COLLABORATOR = sql`l.while_collaborator`

/**
 * SQL: the ids of the proposals that a user has a conflict with: proposed by them, naming any of their current or former
 * addresses among the collaborators, now or in a version that was submitted, or declared. Evaluated once per query.
 */
export const conflictingProposalIds = ({ id: user_id }: Viewer): RawBuilder<number[]> => sql<number[]>`array(
  select q.id from proposals q where q.user_id = ${user_id}
  union
  select c.proposal_id from user_addresses a join proposal_collaborators c on lower(c.email) = lower(a.email)
    where a.user_id = ${user_id} and not ${isLifted(sql`c.proposal_id`, user_id, WHILE_COLLABORATOR)}
  union
  select s.proposal_id from user_addresses a join submitted_collaborators s on s.email = lower(a.email)
    where a.user_id = ${user_id} and not ${isLifted(sql`s.proposal_id`, user_id)}
  union
  select d.proposal_id from conflicts d where d.user_id = ${user_id})`

/**
 * SQL: the viewer has a conflict of interest with the proposal whose id is in the column `proposal_id`. Every query that
 * returns reports, reviewers, scores, ranks, progress or notes of proposals must use it, so that lists, counts, filters
 * and files agree.
 */
export const viewerHasConflict = (viewer: Viewer, proposal_id = 'p.id'): RawBuilder<boolean> =>
  viewer.conflict ?? isOneOf(proposal_id, conflictsOf(viewer))

const conflictsOf = (viewer: Viewer) => viewer.proposals ?? conflictingProposalIds(viewer)

/** SQL: the viewer has a conflict of interest with any proposal of the term whose id is in the column `term_id`. */
export const hasConflictInTerm = (viewer: Viewer, term_id = 'p.term_id'): RawBuilder<boolean> =>
  isOneOf(term_id, viewer.terms ?? termsOf(conflictsOf(viewer)))

/** SQL: the ids of the terms of these proposals. */
export const termsOf = (proposals: Ids): RawBuilder<number[]> =>
  sql<number[]>`array(select w.term_id from proposals w where w.id = any(${proposals}))`

/**
 * SQL: the rank of the proposal `p`, null with a conflict. A viewer with a conflict in the term gets the place among the
 * proposals that they may see, because a gap would reveal the rank of the others.
 */
export const rankFor = (viewer: Viewer): RawBuilder<number | null> =>
  sql<number | null>`case when p.rank is null or ${viewerHasConflict(viewer)} then null
    when ${hasConflictInTerm(viewer)} then (select count(distinct w.rank)::numeric from proposals w
      where w.term_id = p.term_id and w.rank <= p.rank and w.id <> all(${conflictsOf(viewer)}))
    else p.rank end`

/**
 * SQL: the rank of the report `r` on the proposal `p`; for a viewer with a conflict in the term the place among its
 * reviewer's reports that they may see. Reviewers see their own ranks as they are.
 */
export const reportRankFor = (viewer: Viewer): RawBuilder<number | null> =>
  sql<
    number | null
  >`case when r.rank is not null and r.user_id <> ${viewer.id} and ${hasConflictInTerm(viewer)}
    then (select count(distinct o.rank)::smallint from reports o join proposals w on w.id = o.proposal_id
      where o.user_id = r.user_id and w.term_id = p.term_id and o.rank <= r.rank
        and w.id <> all(${conflictsOf(viewer)}))
    else r.rank end`

/** SQL: the mail `m` is about reviews of a proposal that the viewer has a conflict with. A subquery, because few mails are. */
export const mailHiddenFrom = (viewer: Viewer): RawBuilder<SqlBool> =>
  sql`m.id in (select x.id from mails x where x.proposal_ids && ${conflictingProposalIds(viewer)})`
export const mailVisibleTo = (viewer: Viewer): RawBuilder<SqlBool> => sql`not (${mailHiddenFrom(viewer)})`

/** SQL: a value of the proposal, or null where the viewer has a conflict with it. */
export const unlessConflict = <T>(
  viewer: Viewer,
  value: RawBuilder<T>,
  proposal_id?: string,
): RawBuilder<T | null> =>
  sql<T | null>`case when ${viewerHasConflict(viewer, proposal_id)} then null else ${value} end`

/** SQL: the user `user` collaborates on the proposal `p` under any current or former address. */
export const collaboratesOn = (user: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from user_addresses a join proposal_collaborators c on lower(c.email) = lower(a.email)
  where a.user_id = ${sql.ref(`${user}.id`)} and c.proposal_id = p.id)`

/** SQL: the user `user` was a collaborator on a version of the proposal `p` that was submitted. */
export const collaboratedOn = (user: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from user_addresses a join submitted_collaborators s on s.email = lower(a.email)
  where a.user_id = ${sql.ref(`${user}.id`)} and s.proposal_id = p.id)`

/** SQL: the user `user` has a conflict of interest with the proposal `p`. */
export function hasConflict(user: string): RawBuilder<boolean> {
  const id = sql.ref<number>(`${user}.id`)
  const lifted = (also?: RawBuilder<unknown>) => isLifted(sql`p.id`, id, also)
  return sql<boolean>`(p.user_id = ${id}
    or (${collaboratesOn(user)} and not ${lifted(WHILE_COLLABORATOR)})
    or (${collaboratedOn(user)} and not ${lifted()})
    or exists (select from conflicts d where d.proposal_id = p.id and d.user_id = ${id}))`
}

/** Adds a conflict, with which the user's grade of the proposal goes for good; undefined when it is already declared. */
export async function insertConflict(tx: Db, conflict: Insertable<Conflicts>) {
  await tx
    .deleteFrom('panel_grades')
    .where('proposal_id', '=', conflict.proposal_id)
    .where('user_id', '=', conflict.user_id)
    .execute()
  await withdrawFromMeetings(tx, conflict)
  return tx
    .insertInto('conflicts')
    .values(conflict)
    .onConflict((duplicate) => duplicate.columns(['proposal_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
}

/**
 * A grade in a ballot on the proposal no longer counts; a score that was agreed with it stays, marked for the chair, and
 * one that is being agreed on is looked at again. A proposal in triage is discussed once it is a member of panel or office.
 */
const withdrawFromMeetings = (tx: Db, { proposal_id, user_id, created_at }: Insertable<Conflicts>) =>
  sql`with voided as (
      update meeting_grades g set voided_at = ${created_at} from meeting_ballots b
      where b.id = g.ballot_id and b.proposal_id = ${proposal_id} and g.user_id = ${user_id} and g.voided_at is null
      returning b.meeting_id),
    out as (
      insert into meeting_outs (meeting_id, proposal_id, user_id, left_at)
      select i.meeting_id, i.proposal_id, a.user_id, ${created_at} from meeting_items i
      join meeting_attendance a on a.meeting_id = i.meeting_id and a.user_id = ${user_id} and a.left_at is null
      where i.proposal_id = ${proposal_id} and i.state in ('discussing', 'ballot', 'revealed')
      on conflict (meeting_id, user_id) where returned_at is null do nothing)
    update meeting_items i set
      marked_for_chair = i.marked_for_chair or i.state = 'agreed',
      track = case when i.state = 'waiting' then 'discussed' else i.track end,
      version = i.version + (i.state in ('waiting', 'revealed'))::int
    where i.proposal_id = ${proposal_id} and (i.meeting_id in (select meeting_id from voided)
      or i.track = 'triage' and i.state = 'waiting' and exists (
        select from users u where u.id = ${user_id} and (u.is_panel or u.is_administration_office)))`.execute(
    tx,
  )

/** The addresses of the office's active members who have no conflict with the proposal. */
export async function findOfficeWithoutConflict(db: Db, proposal_id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('proposals as p', (join) => join.on('p.id', '=', proposal_id))
    .select('u.email')
    .where('u.is_administration_office', '=', true)
    .where('u.disabled', '=', false)
    .where(sql<boolean>`not ${hasConflict('u')}`)
    .orderBy('u.id')
    .execute()
  return rows.map(({ email }) => email)
}
