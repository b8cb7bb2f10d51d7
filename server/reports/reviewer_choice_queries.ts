import { sql } from 'kysely'
import type { ReviewerChoice } from '#domain/reports/contract.ts'
import { isTakenOn, reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import {
  collaboratedOn,
  collaboratesOn,
  hasConflict,
  viewerHasConflict,
} from '../users/conflict_shared_queries.ts'

/** SQL: how the user `u` is involved in a proposal, as far as the actor may know. */
const involvementIn = (actor: Actor, proposal_id: number | undefined) => sql<ReviewerChoice['part']>`(
  select case when p.user_id = u.id then 'proposer' when ${collaboratesOn('u')} or ${collaboratedOn('u')} then 'collaborator'
    else 'declared' end
  from proposals p where p.id = ${proposal_id ?? null} and not ${viewerHasConflict(actor)} and ${hasConflict('u')})`

/** All users who can be made a reviewer, by last name. */
export const findReviewerChoices = (db: Db, actor: Actor, proposal_id: number | undefined) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation', involvementIn(actor, proposal_id).as('part')])
    .where('u.is_reviewer', '=', true)
    .where('u.disabled', '=', false)
    .orderBy('u.folded_last_name')
    .orderBy('u.id')
    .execute()

const statusMatches = (test: Parameters<typeof reportStatus.where>[0]) =>
  sql<boolean>`r.status = any(${reportStatus.where(test)}::smallint[])`

/** The reviewers' report counts in a proposal's term, by default the current one, and how often they declined; counts only what the actor may see. */
export const findWorkloads = (db: Db, actor: Actor, proposal_id: number | undefined) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select('r.user_id')
    .select((eb) => {
      const here =
        proposal_id === undefined
          ? sql<boolean>`t.is_current`
          : sql<boolean>`t.id = (select q.term_id from proposals q where q.id = ${proposal_id})`
      const count = eb.fn.countAll<number>
      return [
        count()
          .filterWhere(here)
          .filterWhere(statusMatches(({ counted, handedIn }) => counted && !handedIn))
          .filterWhere('p.global_score', 'is', null)
          .as('open'),
        count()
          .filterWhere(here)
          .filterWhere(statusMatches(({ counted }) => counted))
          .as('assigned'),
        count()
          .filterWhere(statusMatches(({ counted }) => !counted))
          .as('declined'),
      ]
    })
    .where(sql<boolean>`not ${viewerHasConflict(actor)}`)
    .groupBy('r.user_id')
    .execute()

interface SharedKeyword {
  user_id: number
  name: string
  own: boolean
}

/**
 * The keywords that a proposal shares with others, by user: proposers and collaborators of the others (`own`), and those
 * who accepted to review them, as far as the actor may see.
 */
export async function findSharedKeywords(
  db: Db,
  actor: Actor,
  proposal_id: number,
): Promise<SharedKeyword[]> {
  const { rows } = await sql<SharedKeyword>`
    with wanted as (
      select k.keyword_id, fold(k.keyword_other) as other, coalesce(m.name, k.keyword_other) as name, k.position
      from proposal_keywords k left join keywords m on m.id = k.keyword_id where k.proposal_id = ${proposal_id}),
    shared as materialized (
      select k.proposal_id, w.name, w.position from wanted w join proposal_keywords k
        on k.keyword_id = w.keyword_id or fold(k.keyword_other) = w.other
      where k.proposal_id <> ${proposal_id})
    select user_id, name, own from (
      select p.user_id, s.name, s.position, true as own
      from shared s join proposals p on p.id = s.proposal_id
      union
      select a.user_id, s.name, s.position, true
      from shared s join proposal_collaborators c on c.proposal_id = s.proposal_id
        join user_addresses a on lower(a.email) = lower(c.email)
      union
      select r.user_id, s.name, s.position, false
      from shared s join proposals p on p.id = s.proposal_id join reports r on r.proposal_id = p.id
      where r.status = any(${reportStatus.codes.filter(isTakenOn)}::smallint[]) and not ${viewerHasConflict(actor)}) as found
    order by user_id, position`.execute(db)
  return rows
}
