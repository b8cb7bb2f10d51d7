import { type RawBuilder, sql } from 'kysely'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import { REPORT_ACCEPTED, REPORT_REQUESTED, REPORT_SUBMITTED } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { ChoiceFilter, UserDetail, UserFilter } from '#domain/users/contract.ts'
import type { UserGroup } from '#domain/users/fields.ts'
import type { Db } from '../platform/context.ts'
import * as condition from '../platform/filter_conditions.ts'
import { order, pageOf, rowMatches } from '../platform/lists.ts'
import { disabled, notFreed, orcidOf } from '../platform/sql.ts'
import { collaboratesOn, viewerHasConflict } from './conflict_shared_queries.ts'

const matching = (db: Db, f: UserFilter) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation', disabled('u')])
    .select(['u.is_administration_office', 'u.is_panel', 'u.is_reviewer', 'u.is_curation', 'u.is_proposer'])
    .select(sql<boolean>`u.deleted_at is not null`.as('deleted'))
    .where(
      rowMatches(f, {
        ids: condition.inList('u.id'),
        ...condition.person('u'),
        ...condition.anyChecked({
          is_admin: 'u.is_administration_office',
          is_panel: 'u.is_panel',
          is_reviewer: 'u.is_reviewer',
          is_curation: 'u.is_curation',
          is_proposer: 'u.is_proposer',
        }),
        status: (status) =>
          status === 'active' || status === 'disabled' ? sql`u.disabled = ${status === 'disabled'}` : null,
      }),
    )
    .orderBy(order(f, sql`u.id`, { ...condition.personSorts('u'), id: 'u.id' }))

export const findUsers = (db: Db, filter: UserFilter) => pageOf(matching(db, filter), filter)

/** All users that match a filter, without deleted ones, as a stream. */
export const streamUsers = (db: Db, filter: UserFilter) =>
  matching(db, filter).select(orcidOf('u.id').as('orcid')).where('u.deleted_at', 'is', null).stream(200)

const confirmed = sql`exists (select from assignments a where a.proposal_id = p.id and a.status = ${CONFIRMED} and ${notFreed})`

/** SQL: user `u` belongs to a group because of the submitted proposal `p`. */
const GROUP_CONDITIONS: Record<UserGroup, (viewer: Actor) => RawBuilder<unknown>> = {
  proposers: () => sql`p.user_id = u.id`,
  with_samples: () => sql`p.user_id = u.id and ${confirmed}`,
  without_samples: () => sql`p.user_id = u.id and not ${confirmed}`,
  collaborators: () => sql`p.user_id <> u.id and ${collaboratesOn('u')}`,
  // Reviewers stay hidden from people with a conflict.
  owing_reviewers: (viewer) => sql`not ${viewerHasConflict(viewer)} and exists (select from reports r
    where r.proposal_id = p.id and r.user_id = u.id and r.status in (${REPORT_REQUESTED}, ${REPORT_ACCEPTED}))
    and p.global_score is null`,
}

/** Users who are not deleted, or a group of a term, by last name. */
export const findChoices = (db: Db, viewer: Actor, { group, term_id }: ChoiceFilter) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation', disabled('u')])
    .select(['u.is_administration_office', 'u.is_panel', 'u.is_reviewer', 'u.is_curation', 'u.is_proposer'])
    .where('u.deleted_at', 'is', null)
    .$if(group !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from proposals p where p.status = ${SUBMITTED}
          and ${term_id === undefined ? sql`true` : sql`p.term_id = ${term_id}`}
          and ${GROUP_CONDITIONS[group!](viewer)})`,
      ),
    )
    .orderBy('u.folded_last_name')
    .orderBy('u.id')
    .execute()

const proposal = sql`'proposal_id', p.id, 'term_id', p.term_id, 'title', p.title`
const among = sql`proposals p join terms t on t.id = p.term_id`
const newest = sql`order by p.term_id desc, p.id`

/** SQL: involvement of user `u` in the call, newest term first. */
const proposals = sql<UserDetail['proposals']>`coalesce((
  select json_agg(json_build_object(${proposal}, 'status', p.status, 'open', not t.disabled) ${newest})
  from ${among} where p.user_id = u.id), '[]'::json)`
const reportsFor = (viewer: Actor) => sql<UserDetail['reports']>`coalesce((
  select json_agg(json_build_object('id', r.id, ${proposal}, 'status', r.status, 'open', not t.disabled,
    'closed', p.global_score is not null and r.status <> ${sql.lit(REPORT_SUBMITTED)}) ${newest})
  from ${among} join reports r on r.proposal_id = p.id
  where r.user_id = u.id and not ${viewerHasConflict(viewer)}), '[]'::json)`
const collaborations = sql<UserDetail['collaborations']>`coalesce((
  select json_agg(json_build_object(${proposal}, 'proposer', o.name) ${newest})
  from proposals p join users o on o.id = p.user_id
  where p.user_id <> u.id and ${collaboratesOn('u')}), '[]'::json)`
const conflictsFor = (viewer: Actor) => sql<UserDetail['conflicts']>`coalesce((
  select json_agg(json_build_object(${proposal}, 'reason', d.reason) ${newest})
  from conflicts d join proposals p on p.id = d.proposal_id
  where d.user_id = u.id and (u.id = ${viewer.id} or not ${viewerHasConflict(viewer)})), '[]'::json)`
/** Hidden for a deleted user. */
const pastAddresses = sql<UserDetail['past_addresses']>`coalesce((
  select json_agg(json_build_object('email', a.email, 'since', a.since) order by a.since desc, a.id desc)
  from user_addresses a where a.user_id = u.id and u.deleted_at is null and lower(a.email) <> lower(u.email)), '[]'::json)`

/** A user's account and involvement, without reviews that the viewer must not know about. */
export const findUserDetail = (db: Db, viewer: Actor, id: number) =>
  db
    .selectFrom('users as u')
    .leftJoin('users as b', 'b.id', 'u.last_updator_id')
    .select(['u.id', 'u.first_name', 'u.middle_name', 'u.last_name', 'u.suffix', 'u.name', 'u.email'])
    .select([
      'u.affiliation',
      'u.is_administration_office',
      'u.is_panel',
      'u.is_reviewer',
      'u.is_curation',
      'u.is_proposer',
    ])
    .select([disabled('u'), 'u.version', 'u.created_at', 'u.updated_at', 'u.last_login_at'])
    .select([
      'u.last_updator_id',
      'b.name as last_updator',
      sql<boolean>`u.deleted_at is not null`.as('deleted'),
    ])
    .select([
      proposals.as('proposals'),
      reportsFor(viewer).as('reports'),
      collaborations.as('collaborations'),
      conflictsFor(viewer).as('conflicts'),
      pastAddresses.as('past_addresses'),
    ])
    .where('u.id', '=', id)
    .executeTakeFirst()
