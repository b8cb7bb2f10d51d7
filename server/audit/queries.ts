import { type SqlBool, sql } from 'kysely'
import type { AuditFilter, AuditRow } from '#domain/audit/contract.ts'
import { VISIBLE_IN_CONFLICT } from '#domain/audit/rules.ts'
import { FINDING_ACTIONS } from '#domain/audit_actions.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import * as condition from '../platform/filter_conditions.ts'
import { type Condition, order, pageByIds, rowMatches } from '../platform/lists.ts'
import { hasConflictInTerm, viewerHasConflict } from '../users/conflict_shared_queries.ts'

/** SQL: the proposals of the terms in which the viewer has a conflict. */
const proposalsOfConflictTerms = (viewer: Actor) => sql<number[]>`array(
  select p.id from proposals p where ${hasConflictInTerm(viewer)})`

/** SQL: the entry is about a finding on the viewer, of which they are told nothing. */
const isFindingOn = (viewer: Actor) =>
  sql`(e.action = any(${FINDING_ACTIONS}::text[]) and (e.after ->> 'user_id')::integer = ${viewer.id})`

/**
 * SQL: the entry is about a relation that someone else has declared or recorded. Whom it is to learns nothing of it; the
 * entry does not say who that is, so it is kept from all others, who find the relation on the screen of conflicts.
 */
const isRelationOfOthers = (viewer: Actor) =>
  sql`(e.object_type = 'relation' and e.user_id is distinct from ${viewer.id}
    and coalesce(e.after ->> 'user_id', e.before ->> 'user_id')::integer is distinct from ${viewer.id})`

/**
 * SQL: the entry reveals something about the review of a proposal that the viewer has a conflict with, is about a finding
 * on the viewer, or says nothing but a rank in its term, where the viewer sees places instead.
 */
const isHiddenFrom = (
  viewer: Actor,
) => sql<SqlBool>`(${isFindingOn(viewer)} or ${isRelationOfOthers(viewer)} or e.proposal_id = any(${proposalsOfConflictTerms(viewer)}) and (
  (${viewerHasConflict(viewer, 'e.proposal_id')} and e.action <> all(${VISIBLE_IN_CONFLICT}::text[]))
  or (e.after ? 'rank' and e.after - 'rank' = '{}'::jsonb)))`

/** SQL: the entry made the viewer a reviewer, or set them by hand. */
const isAboutReviewer = (viewer: Actor) =>
  sql`(e.action = 'report.add' and (e.after ->> 'user_id')::integer = ${viewer.id}
    or e.action = 'proposal.mark_reviewers' and (e.after -> 'fixed' @> to_jsonb(${viewer.id}::integer)
      or e.before -> 'fixed' @> to_jsonb(${viewer.id}::integer)))`

/**
 * SQL: the fields of one side of the entry: without the rank in a term in which the viewer has a conflict, and without what
 * tells that there was a finding on the viewer.
 */
const fieldsFor = (viewer: Actor, side: 'before' | 'after') =>
  sql<unknown>`case when e.proposal_id = any(${proposalsOfConflictTerms(viewer)})
    then ${sql.ref(`e.${side}`)} - 'rank' else ${sql.ref(`e.${side}`)} end
    - case when coalesce(${isAboutReviewer(viewer)}, false) then 'acknowledged' else '' end`

type ObjectFilter = Pick<AuditFilter, 'object' | 'object_id'>

/** Entries of a proposal include those of its reports; entries of a sample are all that mention it. */
const object: Condition<AuditFilter['object']> = (type, filter) => {
  const { object_id } = filter as ObjectFilter
  if (type === undefined) return null
  if (type === 'proposal' && object_id !== undefined) return sql`e.proposal_id = ${object_id}`
  if (type === 'sample' && object_id !== undefined)
    return sql`e.object_type in ('allocation', 'sample') and samples_named(e.after) @> array[${object_id}::integer]`
  return sql`e.object_type = ${type}`
}

const object_id: Condition<number | undefined> = (id, filter) => {
  const { object: type } = filter as ObjectFilter
  return id === undefined || type === 'proposal' || type === 'sample' ? null : sql`e.object_id = ${id}`
}

/** The text is part of the person's name or of a present or former e-mail address. */
const user: Condition<string> = (text, filter) => {
  const name = condition.contains('u.name')(text, filter)
  return (
    name &&
    sql`e.user_id in (select u.id from users u where ${name}
      union select h.user_id from user_addresses h where ${condition.contains('h.email')(text, filter)})`
  )
}

const entries = (db: Db) => db.selectFrom('audit_entries as e')

const matching = (db: Db, filter: AuditFilter) =>
  entries(db).where(
    rowMatches(filter, {
      user,
      user_id: condition.equals('e.user_id'),
      object,
      object_id,
      action: condition.equals('e.action'),
      from: condition.atOrAfter('e.at'),
      to: condition.before('e.at'),
    }),
  )

/** SQL: number of all entries: the running total of the last block plus the entries since. */
const totalEntries = sql<number>`(select coalesce(max(last.total), 0) + (
    select count(*) from audit_entries where id > coalesce(max(last.last_id), 0))
  from (select total, last_id from audit_seals order by number desc limit 1) as last)`

const isUnfiltered = ({ sort: _, dir: __, page: ___, per_page: ____, ...asked }: AuditFilter) =>
  Object.values(asked).every((value) => value === undefined || value === '')

/** A page of entries, newest first. */
export function findEntries(db: Db, viewer: Actor, filter: AuditFilter) {
  const found = matching(db, filter)
  return pageByIds(
    db,
    {
      matching: found,
      knownTotal: isUnfiltered(filter) ? totalEntries : null,
      hidden: found.where(isHiddenFrom(viewer)),
      sorted: found
        .where(sql<SqlBool>`${isHiddenFrom(viewer)} is not true`)
        .orderBy(order(filter, sql`e.at desc, e.id desc`, { at: 'e.at' })),
      id: 'e.id',
      rows: (ids) =>
        entries(db)
          .leftJoin('users as u', 'u.id', 'e.user_id')
          .select(['e.id', 'e.at', 'e.action', 'e.object_type', 'e.object_id'])
          .select([fieldsFor(viewer, 'before').as('before'), fieldsFor(viewer, 'after').as('after')])
          .select(
            sql<AuditRow['user']>`case when u.id is null then null
              else json_build_object('id', u.id, 'name', u.name, 'email', u.email) end`.as('user'),
          )
          .where(condition.oneOf('e.id')(ids))
          .execute(),
      idOf: ({ id }) => id,
    },
    filter,
  )
}
