import { type Expression, type RawBuilder, sql } from 'kysely'

/** Whose conflicts are meant: the actor, or the place of their id in a query that is prepared. */
export interface Viewer {
  id: number | Expression<number>
  /** The conflict with the proposal, where the query has found it already. */
  conflict?: RawBuilder<boolean>
}

/**
 * SQL: the ids of the proposals that a user proposes, takes part in by any address that they have or had, or has a
 * declared conflict with; read once a query.
 */
export const conflictingProposalIds = ({ id: user_id }: Viewer): RawBuilder<number[]> => sql<number[]>`array(
  select q.id from proposals q where q.user_id = ${user_id}
  union
  select c.proposal_id from user_addresses a join proposal_collaborators c on lower(c.email) = lower(a.email)
    where a.user_id = ${user_id}
  union
  select d.proposal_id from conflicts d where d.user_id = ${user_id})`

/**
 * SQL: the viewer has a conflict of interest with the proposal whose id stands in `proposal_id`. Whoever shows reports,
 * reviewers, scores, rank, progress or notes of proposals asks this, in the query itself: lists, counts, filters and
 * files then agree.
 */
export const viewerHasConflict = (viewer: Viewer, proposal_id = 'p.id'): RawBuilder<boolean> =>
  viewer.conflict ?? sql<boolean>`(${sql.ref(proposal_id)} = any(${conflictingProposalIds(viewer)}))`

/** SQL: a value of the proposal, or null where the viewer has a conflict with it. */
export const unlessConflict = <T>(
  viewer: Viewer,
  value: RawBuilder<T>,
  proposal_id?: string,
): RawBuilder<T | null> =>
  sql<T | null>`case when ${viewerHasConflict(viewer, proposal_id)} then null else ${value} end`

/** SQL: the user `user` collaborates on the proposal `p`, by any address that they have or had. */
export const collaboratesOn = (user: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from user_addresses a join proposal_collaborators c on lower(c.email) = lower(a.email)
  where a.user_id = ${sql.ref(`${user}.id`)} and c.proposal_id = p.id)`

/** SQL: the user `user` has a conflict of interest with the proposal `p`. */
export const hasConflict = (user: string): RawBuilder<boolean> => sql<boolean>`(
  p.user_id = ${sql.ref(`${user}.id`)} or ${collaboratesOn(user)} or exists (
    select from conflicts d where d.proposal_id = p.id and d.user_id = ${sql.ref(`${user}.id`)}))`
