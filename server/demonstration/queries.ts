import { CONFIRMED } from '#domain/allocation/status.ts'
import { REPORT_DECLINED } from '#domain/reports/status.ts'
import type { Db } from '../platform/context.ts'

/** Declined reports on proposals of a term that have no score yet, with their reviewers. */
export const findDeclined = (db: Db, term_id: number, count: number) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id as report_id', 'u.id', 'u.name', 'u.email'])
    .where('p.term_id', '=', term_id)
    .where('p.global_score', 'is', null)
    .where('r.status', '=', REPORT_DECLINED)
    .orderBy('r.id')
    .limit(count)
    .execute()

/** The confirmed assignments of a term, by proposal. */
export const findConfirmed = (db: Db, term_id: number) =>
  db
    .selectFrom('assignments as a')
    .innerJoin('proposals as p', 'p.id', 'a.proposal_id')
    .select(['a.proposal_id', 'a.sample_id'])
    .where('p.term_id', '=', term_id)
    .where('a.status', '=', CONFIRMED)
    .orderBy('a.proposal_id')
    .orderBy('a.sample_id')
    .execute()
