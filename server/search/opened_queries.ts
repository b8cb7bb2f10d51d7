import { type SqlBool, sql } from 'kysely'
import { NOT_CREATED } from '#domain/proposals/status.ts'
import { reportStatus } from '#domain/reports/status.ts'
import type { OpenedKind } from '#domain/search/opened.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'
import { isListedReviewer } from '../reports/shared_queries.ts'

interface Opened {
  id: number
  title: string
  note: string
}

const LISTED = reportStatus.where(({ reviewer }) => reviewer !== 'hidden')

const people = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name as title', 'u.email as note'])
    .where('u.id', 'in', ids)
    .where('u.deleted_at', 'is', null)

/** Those of the objects that the actor may open now, by kind. Conditions are those of the objects' screens. */
export const FIND_OPENED: Record<
  OpenedKind,
  (db: Db, actor: Actor, ids: readonly number[]) => Promise<Opened[]>
> = {
  proposal: (db, _, ids) =>
    db
      .selectFrom('proposals as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(['p.id', sql<string>`concat_ws(': ', p.id, nullif(p.title, ''))`.as('title'), 'u.name as note'])
      .where('p.id', 'in', ids)
      .where('p.status', '<>', NOT_CREATED)
      .execute(),
  assigned: (db, actor, ids) =>
    db
      .selectFrom('reports as r')
      .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
      .select([
        'r.id',
        sql<string>`concat_ws(': ', p.id, nullif(p.title, ''))`.as('title'),
        sql<string>`'Report'`.as('note'),
      ])
      .where('r.id', 'in', ids)
      .where('r.user_id', '=', actor.id)
      .where('r.status', '=', anyOf(LISTED))
      .execute(),
  applicant: (db, _, ids) =>
    db
      .selectFrom('applicants')
      .select(['id', 'name as title', 'email as note'])
      .where('id', 'in', ids)
      .execute(),
  proposer: (db, _, ids) => people(db, ids).where('u.is_proposer', '=', true).execute(),
  reviewer: (db, actor, ids) =>
    people(db, ids)
      .where(sql<SqlBool>`${isListedReviewer(actor)}`)
      .execute(),
  user: (db, _, ids) => people(db, ids).execute(),
}
