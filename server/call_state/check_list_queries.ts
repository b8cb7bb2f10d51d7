import { type Insertable, sql } from 'kysely'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { ANNOUNCED_DAYS_BEFORE } from '#domain/call_state/check_list.ts'
import { PROCESSED } from '#domain/masters/values.ts'
import type { Term } from '#domain/terms/rules.ts'
import type { Db } from '../platform/context.ts'
import type { TermChecks } from '../platform/database/tables.gen.ts'
import { stillHolds } from '../platform/sql.ts'

/** What the check list of a call says of samples, master entries and announcements. */
export const findCallFacts = (db: Db, { noi_opens_at }: Pick<Term, 'noi_opens_at'>) =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from samples s where (s.sample_type <> ${PROCESSED} or s.flg)
        and not exists (select from assignments a where a.sample_id = s.id and a.status = ${CONFIRMED} and ${stillHolds}))`.as(
        'samples',
      ),
      sql<number>`(select count(*) from samples s where s.sample_type = ${PROCESSED} and s.flg)`.as(
        'processed',
      ),
      sql<number>`(select count(*) from keywords where not hidden)`.as('keywords'),
      sql<number>`(select count(distinct fold(keyword_other)) from proposal_keywords where keyword_id is null)`.as(
        'typed_keywords',
      ),
      sql<number>`(select count(*) from analysis_methods where not hidden)`.as('methods'),
      sql<number>`(select count(distinct fold(analysis_method_other)) from proposal_methods
        where analysis_method_id is null)`.as('typed_methods'),
      sql<string | null>`(select title from information where published
        and date >= (${noi_opens_at}::timestamptz at time zone 'UTC')::date - ${sql.lit(ANNOUNCED_DAYS_BEFORE)}
        order by date desc, id desc limit 1)`.as('announcement'),
    ])
    .executeTakeFirstOrThrow()

/** The items of a call that the office has marked. */
export const findMarks = (db: Db, term_id: number) =>
  db
    .selectFrom('term_checks as c')
    .innerJoin('users as u', 'u.id', 'c.done_by')
    .select(['c.item', 'c.done_at', 'u.name as done_by'])
    .where('c.term_id', '=', term_id)
    .execute()

/** Keeps who marked it first. */
export const insertMark = (tx: Db, mark: Insertable<TermChecks>) =>
  tx
    .insertInto('term_checks')
    .values(mark)
    .onConflict((conflict) => conflict.columns(['term_id', 'item']).doNothing())
    .execute()

export const deleteMark = (tx: Db, term_id: number, item: string) =>
  tx.deleteFrom('term_checks').where('term_id', '=', term_id).where('item', '=', item).execute()
