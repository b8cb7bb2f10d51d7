import { sql } from 'kysely'
import type { Actor } from '#domain/session/actor.ts'
import type { UserDetail } from '#domain/users/user.ts'
import type { Db } from '../platform/context.ts'
import { disabled } from '../platform/sql.ts'
import { collaboratesOn, viewerHasConflict } from './conflict_shared_queries.ts'

const proposal = sql`'proposal_id', p.id, 'term_id', p.term_id, 'title', p.title`
const among = sql`proposals p join terms t on t.id = p.term_id`
const newest = sql`order by p.term_id desc, p.id`

/** SQL: what the user `u` is to the call, as lists by term. */
const proposals = sql<UserDetail['proposals']>`coalesce((
  select json_agg(json_build_object(${proposal}, 'status', p.status, 'open', not t.disabled) ${newest})
  from ${among} where p.user_id = u.id), '[]'::json)`
const reportsFor = (viewer: Actor) => sql<UserDetail['reports']>`coalesce((
  select json_agg(json_build_object('id', r.id, ${proposal}, 'status', r.status, 'open', not t.disabled) ${newest})
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
/** A deleted user's are kept and not shown. */
const pastAddresses = sql<UserDetail['past_addresses']>`coalesce((
  select json_agg(json_build_object('email', a.email, 'since', a.since) order by a.since desc, a.id desc)
  from user_addresses a where a.user_id = u.id and u.deleted_at is null and lower(a.email) <> lower(u.email)), '[]'::json)`

/** A user's account and what its owner is to the call; nothing of reviews that the viewer may not know. */
export const findStanding = (db: Db, viewer: Actor, id: number) =>
  db
    .selectFrom('users as u')
    .leftJoin('users as b', 'b.id', 'u.last_updator_id')
    .select(['u.id', 'u.first_name', 'u.middle_name', 'u.last_name', 'u.suffix', 'u.name', 'u.email'])
    .select(['u.affiliation', 'u.is_administration_office', 'u.is_panel', 'u.is_reviewer', 'u.is_proposer'])
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
