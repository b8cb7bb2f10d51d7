import { type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/context.ts'

/**
 * Released results without an answer whose last day is so many days away, or fewer than that but more than the next of
 * `days`, and whose proposers were not reminded so many days before; locked, first those of the first proposals.
 */
export const findDueReminders = (tx: Db, today: string, days: readonly number[]) =>
  tx
    .selectFrom('results as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['r.proposal_id', 'r.edition', 'p.term_id', 't.is_current', 'p.title', 'u.name', 'u.email'])
    .select(sql<string>`r.answer_by::text`.as('answer_by'))
    .select(daysBefore(today, days).as('days_before'))
    .where('r.state', 'in', ['released', 'read'])
    .where('r.superseded_at', 'is', null)
    .where(sql<SqlBool>`r.answer_by >= ${today}::date`)
    .where(sql<SqlBool>`${daysBefore(today, days)} is not null`)
    .where(
      sql<SqlBool>`not exists (select from result_reminders m where m.proposal_id = r.proposal_id
        and m.edition = r.edition and m.days_before = ${daysBefore(today, days)})`,
    )
    .orderBy('r.proposal_id')
    .forUpdate('r')
    .skipLocked()
    .execute()

/** SQL: the smallest of `days` that the last day is not further away than. */
const daysBefore = (today: string, days: readonly number[]) =>
  sql<number>`(select min(d)::integer from unnest(${days}::integer[]) as d where r.answer_by - ${today}::date <= d)`
