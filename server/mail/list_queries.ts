import { type Expression, type SqlBool, sql } from 'kysely'
import type { GroupMailFilter } from '#domain/mail/contract.ts'
import type { Db } from '../platform/context.ts'
import { holds, pageOf } from '../platform/sql.ts'
import { byName, listed, type Person, sender } from './group_queries.ts'

/** How many destinations a row names. */
const NAMED = 3

const first = sql<Person[]>`coalesce((
  select json_agg(json_build_object('id', u.id, 'name', u.name, 'email', u.email) order by ${byName})
  from (select u.* from group_mail_destinations d join users u on u.id = d.user_id
    where d.group_mail_id = g.id order by ${byName} limit ${sql.lit(NAMED)}) u), '[]'::json)`
/** All that a keyword is looked for in. */
const said = sql<string>`title || ' ' || content`.as('said')
const count = sql<number>`(select count(*) from group_mail_destinations d where d.group_mail_id = g.id)`

/** One page of the group mails that a filter finds: those that wait to be sent first, then the newest. */
export const findPage = (db: Db, f: GroupMailFilter) =>
  pageOf(
    db
      .selectFrom((eb) => eb.selectFrom('group_mails').selectAll().select(said).as('g'))
      .select(['g.id', 'g.title', 'g.content', 'g.sender_id', 'g.transmission_status', 'g.transmission_date'])
      .select([sql<0 | 1>`g.disabled::int`.as('disabled'), sender.as('sender')])
      .select([first.as('users'), count.as('users_count')])
      .where(({ and }) => {
        const all: Expression<SqlBool>[] = []
        if (f.keyword) all.push(holds('g.said', f.keyword))
        if (f.email)
          all.push(sql`exists (select from group_mail_destinations d join users u on u.id = d.user_id
            where d.group_mail_id = g.id and ${holds('u.email', f.email)})`)
        return and(all)
      })
      .orderBy(listed),
    f,
  )
