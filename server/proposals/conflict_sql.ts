import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#domain/session/actor.ts'

/** The ids of the proposals that the person with an e-mail proposes or takes part in, ignoring case; read once a query. */
const proposalsWith = (email: string) => sql`array(
  select q.id from proposals q join users u on u.id = q.user_id where lower(u.email) = lower(${email}::text)
  union
  select c.proposal_id from proposal_collaborators c where lower(c.email) = lower(${email}::text))`

/**
 * SQL: the actor is the proposer or a collaborator of the proposal whose id stands in `proposal_id`. Whoever shows
 * reports, reviewers, scores, rank, progress or notes of proposals asks this, in the query itself: lists, counts,
 * filters and files then agree.
 */
export const conflictOf = (actor: Pick<Actor, 'email'>, proposal_id = 'p.id'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(proposal_id)} = any(${proposalsWith(actor.email)}))`

/** SQL: a value of the proposal, or null where the actor has a conflict with it. */
export const unlessConflict = <T>(
  actor: Pick<Actor, 'email'>,
  value: RawBuilder<T>,
  proposal_id?: string,
): RawBuilder<T | null> =>
  sql<T | null>`case when ${conflictOf(actor, proposal_id)} then null else ${value} end`

/** SQL: the user `user` is the proposer or a collaborator of the proposal `p`, by e-mail. */
export const takesPart = (user: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from users proposer where proposer.id = p.user_id
    and lower(proposer.email) = lower(${sql.ref(`${user}.email`)})
  union all
  select 1 from proposal_collaborators c where c.proposal_id = p.id
    and lower(c.email) = lower(${sql.ref(`${user}.email`)}))`
