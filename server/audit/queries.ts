import { type SqlBool, sql } from 'kysely'
import type { AuditFilter, AuditRow } from '#domain/audit/contract.ts'
import { OPEN_IN_CONFLICT } from '#domain/audit/secrecy.ts'
import type { Actor } from '#domain/session/actor.ts'
import * as ask from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { type Ask, fits, order, pageOf } from '../platform/lists.ts'
import { conflictOf } from '../users/conflict_sql.ts'

/** SQL: the entry does not speak of the review of a proposal that the viewer has a conflict with. */
const open = (
  viewer: Actor,
) => sql<SqlBool>`(e.proposal_id is null or not ${conflictOf(viewer, 'e.proposal_id')}
  or e.action = any(${OPEN_IN_CONFLICT}::text[]))`

type Of = Pick<AuditFilter, 'object' | 'object_id'>

/** One proposal's entries are those of its reports too, one sample's are all that name it. */
const object: Ask<AuditFilter['object']> = (type, filter) => {
  const { object_id } = filter as Of
  if (type === undefined) return null
  if (type === 'proposal' && object_id !== undefined) return sql`e.proposal_id = ${object_id}`
  if (type === 'sample' && object_id !== undefined)
    return sql`e.object_type in ('allocation', 'sample') and samples_named(e.after) @> array[${object_id}::integer]`
  return sql`e.object_type = ${type}`
}

const object_id: Ask<number | undefined> = (id, filter) => {
  const { object: type } = filter as Of
  return id === undefined || type === 'proposal' || type === 'sample' ? null : sql`e.object_id = ${id}`
}

/** The name of who did it, or an e-mail that they have or had, holds the text. */
const user: Ask<string> = (text, filter) => {
  const name = ask.holds('u.name')(text, filter)
  return (
    name &&
    sql`((${name}) or e.user_id = any(array(
      select h.user_id from user_addresses h where ${ask.holds('h.email')(text, filter)})))`
  )
}

/** A page of entries, newest first. */
export const findEntries = (db: Db, viewer: Actor, filter: AuditFilter) =>
  pageOf(
    db
      .selectFrom('audit_entries as e')
      .leftJoin('users as u', 'u.id', 'e.user_id')
      .select(['e.id', 'e.at', 'e.action', 'e.object_type', 'e.object_id', 'e.before', 'e.after'])
      .select(
        sql<AuditRow['user']>`case when u.id is null then null
          else json_build_object('id', u.id, 'name', u.name, 'email', u.email) end`.as('user'),
      )
      .where(open(viewer))
      .where(
        fits(filter, {
          user,
          user_id: ask.equals('e.user_id'),
          object,
          object_id,
          action: ask.equals('e.action'),
          from: ask.notBefore('e.at'),
          to: ask.before('e.at'),
        }),
      )
      .orderBy(order(filter, sql`e.at desc, e.id desc`, { at: 'e.at' })),
    filter,
  )
