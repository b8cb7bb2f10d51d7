import { sql } from 'kysely'
import type { GroupMailFilter } from '#domain/mail/contract.ts'
import type { Db } from '../platform/context.ts'
import * as condition from '../platform/filter_conditions.ts'
import { type Condition, nullsLast, order, pageOf, rowMatches } from '../platform/lists.ts'
import { byName, listed, type Person, sender } from './group_queries.ts'

/** How many destinations a row names. */
const NAMED = 2

const first = sql<Person[]>`coalesce((
  select json_agg(json_build_object('id', u.id, 'name', u.name, 'email', u.email) order by ${byName})
  from (select u.* from group_mail_destinations d join users u on u.id = d.user_id
    where d.group_mail_id = g.id order by ${byName} limit ${sql.lit(NAMED)}) u), '[]'::json)`
const count = sql<number>`(select count(*) from group_mail_destinations d where d.group_mail_id = g.id)`

/** SQL: one of the destinations has such an address. */
const toAddress: Condition<string> = (text, filter) => {
  const fitting = condition.contains('u.email')(text, filter)
  return (
    fitting &&
    sql`exists (select from group_mail_destinations d join users u on u.id = d.user_id
      where d.group_mail_id = g.id and ${fitting})`
  )
}

/** One page of the group mails that a filter finds: those that wait to be sent first, then the newest. */
export const findPage = (db: Db, f: GroupMailFilter) =>
  pageOf(
    db
      .selectFrom('group_mails as g')
      .select(['g.id', 'g.title', 'g.content', 'g.sender_id', 'g.transmission_status', 'g.transmission_date'])
      .select(['g.bcc', 'g.reply_to_address', 'g.reply_to_name'])
      .select([sql<0 | 1>`g.disabled::int`.as('disabled'), sender.as('sender')])
      .select([first.as('users'), count.as('users_count')])
      .where(rowMatches(f, { keyword: condition.contains('g.said'), email: toAddress }))
      .orderBy(
        order(f, listed, {
          title: condition.foldedColumn('g.title'),
          transmission_date: nullsLast('g.transmission_date'),
        }),
      ),
    f,
  )
