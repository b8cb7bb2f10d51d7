import { type Expression, type RawBuilder, sql } from 'kysely'

/** The user whose conflicts count: the actor, or a placeholder for their id in a prepared query. */
export interface Viewer {
  id: number | Expression<number>
  /** The conflict with the proposal, when the query has already determined it. */
  conflict?: RawBuilder<boolean>
}

/**
 * SQL: the ids of the proposals that a user proposes, collaborates on under any current or former address, or has
 * declared a conflict with. Evaluated once per query.
 */
export const conflictingProposalIds = ({ id: user_id }: Viewer): RawBuilder<number[]> => sql<number[]>`array(
  select q.id from proposals q where q.user_id = ${user_id}
  union
  select c.proposal_id from user_addresses a join proposal_collaborators c on lower(c.email) = lower(a.email)
    where a.user_id = ${user_id}
  union
  select d.proposal_id from conflicts d where d.user_id = ${user_id})`

/**
 * SQL: the viewer has a conflict of interest with the proposal whose id is in the column `proposal_id`. Every query that
 * returns reports, reviewers, scores, ranks, progress or notes of proposals must use it, so that lists, counts, filters
 * and files agree.
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

/** SQL: the user `user` collaborates on the proposal `p` under any current or former address. */
export const collaboratesOn = (user: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from user_addresses a join proposal_collaborators c on lower(c.email) = lower(a.email)
  where a.user_id = ${sql.ref(`${user}.id`)} and c.proposal_id = p.id)`

/** SQL: the user `user` has a conflict of interest with the proposal `p`. */
export const hasConflict = (user: string): RawBuilder<boolean> => sql<boolean>`(
  p.user_id = ${sql.ref(`${user}.id`)} or ${collaboratesOn(user)} or exists (
    select from conflicts d where d.proposal_id = p.id and d.user_id = ${sql.ref(`${user}.id`)}))`
