import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { assignmentStatus } from '#domain/allocation/status.ts'
import type { DeliveryProgress, Destination, GroupMailFilter } from '#domain/mail/contract.ts'
import { groupMailStatus, mailState } from '#domain/mail/status.ts'
import type { Db } from '../platform/context.ts'
import type { GroupMails } from '../platform/database/tables.gen.ts'
import * as condition from '../platform/filter_conditions.ts'
import { type Condition, nullsLast, order, pageOf, rowMatches } from '../platform/lists.ts'
import { disabled, notFreed } from '../platform/sql.ts'
import { pendingAct } from '../undo/shared_queries.ts'

const { UNSENT, SENT } = groupMailStatus.code
const MAX_FAILURES = 200

/** Unsent group mails first, then those sent, by the date on which they were, then those deleted; newest first. */
const listOrder = sql`g.disabled, g.transmission_status = ${sql.lit(UNSENT)} desc,
  coalesce(g.transmission_date, g.created_at) desc, g.id desc`
const byName = sql`u.last_name, u.first_name, u.id`

interface Person {
  id: number
  name: string
  email: string
}

const sender = sql<Person>`(select json_build_object('id', u.id, 'name', u.name, 'email', u.email)
  from users u where u.id = g.sender_id)`

/** SQL: when the group mail `g` is about to be sent; null if it is not. */
const pending = pendingAct('group_mail.send', 'g.id')

/** A group mail with its sender and its neighbours in the list. */
export const findGroupMail = (db: Db, id: number) =>
  db
    .selectFrom('group_mails as g')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('group_mails as g')
          .select([
            'g.id',
            sql<number | null>`lag(g.id) over (order by ${listOrder})`.as('prevID'),
            sql<number | null>`lead(g.id) over (order by ${listOrder})`.as('nextID'),
          ])
          .as('beside'),
      (join) => join.onRef('beside.id', '=', 'g.id'),
    )
    .selectAll('g')
    .select([pending.as('pending'), sender.as('sender'), 'beside.prevID', 'beside.nextID'])
    .where('g.id', '=', id)
    .executeTakeFirst()

/** Locks a group mail and reads it with the name of its last editor and the ids of its destinations. */
export const lockGroupMail = (tx: Db, id: number) =>
  tx
    .selectFrom('group_mails as g')
    .selectAll('g')
    .select((eb) => [
      pending.as('pending'),
      eb.selectFrom('users as u').select('u.name').whereRef('u.id', '=', 'g.updated_by').as('saved_by'),
      sql<number[]>`array(select d.user_id from group_mail_destinations d
        where d.group_mail_id = g.id order by d.user_id)`.as('destinations'),
    ])
    .where('g.id', '=', id)
    .forUpdate('g')
    .executeTakeFirst()

/** The existing users among `ids`. */
export const findUsers = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'disabled'])
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .execute()

/** Users with the values of the placeholders, from the proposal of the current term. */
const selectRecipients = (db: Db) =>
  db
    .selectFrom('users as u')
    .leftJoin('terms as t', (join) => join.on('t.is_current', '=', true))
    .leftJoin('proposals as p', (join) =>
      join.onRef('p.user_id', '=', 'u.id').onRef('p.term_id', '=', 't.id'),
    )
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation', disabled('u')])
    .select([
      'u.is_administration_office',
      'u.is_panel',
      'u.is_reviewer',
      'u.is_curation',
      'u.is_proposer',
      'p.title',
    ])
    .select(
      sql<string[]>`array(select s.name from assignments a join samples s on s.id = a.sample_id
        where a.proposal_id = p.id and a.status = ${assignmentStatus.code.CONFIRMED} and ${notFreed}
        order by s.db_type, s.name)`.as('samples'),
    )
    .orderBy(byName)

/** The destinations of a group mail with the values of its placeholders. */
export const findDestinations = (db: Db, group_mail_id: number): Promise<Destination[]> =>
  selectRecipients(db)
    .innerJoin('group_mail_destinations as d', 'd.user_id', 'u.id')
    .where('d.group_mail_id', '=', group_mail_id)
    .execute()

/** These users with the values of the placeholders. */
export const findRecipients = (db: Db, ids: readonly number[]): Promise<Destination[]> =>
  selectRecipients(db).where(sql<SqlBool>`u.id = any(${ids}::integer[])`).execute()

/** Delivery of a sent group mail. */
export async function findProgress(db: Db, group_mail_id: number): Promise<DeliveryProgress> {
  const { WAITING, SENT, FAILED } = mailState.code
  const ofDestination = sql`m.destination_id is not null`
  const count = (state: string) =>
    sql<number>`count(*) filter (where ${ofDestination} and m.state = ${state})`
  const counts = await db
    .selectFrom('mails as m')
    .select([count(SENT).as('delivered'), count(WAITING).as('waiting'), count(FAILED).as('failed')])
    .where('m.group_mail_id', '=', group_mail_id)
    .executeTakeFirstOrThrow()
  const failures = await db
    .selectFrom('mails as m')
    .leftJoin('users as u', 'u.id', 'm.destination_id')
    .select([
      sql<string>`coalesce(u.name, 'Bcc')`.as('name'),
      sql<string>`array_to_string(m.recipients || m.bcc, ', ')`.as('email'),
      sql<string>`coalesce(m.last_error, '')`.as('reason'),
    ])
    .where('m.group_mail_id', '=', group_mail_id)
    .where('m.state', '=', FAILED)
    .orderBy(byName)
    .limit(MAX_FAILURES)
    .execute()
  const skipped = await db
    .selectFrom('group_mail_destinations as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .leftJoin('mails as m', (join) =>
      join.onRef('m.group_mail_id', '=', 'd.group_mail_id').onRef('m.destination_id', '=', 'd.user_id'),
    )
    .select(['u.id', 'u.name', 'u.email'])
    .where('d.group_mail_id', '=', group_mail_id)
    .where('m.id', 'is', null)
    .orderBy(byName)
    .execute()
  return { ...counts, failures, skipped }
}

export const insertGroupMail = (tx: Db, mail: Insertable<GroupMails>) =>
  tx.insertInto('group_mails').values(mail).returning('id').executeTakeFirstOrThrow()

export const updateGroupMail = (tx: Db, id: number, fields: Updateable<GroupMails>) =>
  tx
    .updateTable('group_mails')
    .set({ ...fields, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const markSent = (tx: Db, id: number, at: Date) =>
  tx
    .updateTable('group_mails')
    .set({ transmission_status: SENT, transmission_date: at.toISOString() })
    .where('id', '=', id)
    .execute()

/** Number of destinations in a row of the list. */
const MAX_NAMED_DESTINATIONS = 2

const firstDestinations = sql<Person[]>`coalesce((
  select json_agg(json_build_object('id', u.id, 'name', u.name, 'email', u.email) order by ${byName})
  from (select u.* from group_mail_destinations d join users u on u.id = d.user_id
    where d.group_mail_id = g.id order by ${byName} limit ${sql.lit(MAX_NAMED_DESTINATIONS)}) u), '[]'::json)`
const destinationCount = sql<number>`(select count(*) from group_mail_destinations d where d.group_mail_id = g.id)`

/** SQL: the address of a destination contains the text. */
const isToAddress: Condition<string> = (text, filter) => {
  const matches = condition.contains('u.email')(text, filter)
  return (
    matches &&
    sql`exists (select from group_mail_destinations d join users u on u.id = d.user_id
      where d.group_mail_id = g.id and ${matches})`
  )
}

/** A page of group mails. */
export const findGroupMailPage = (db: Db, f: GroupMailFilter) =>
  pageOf(
    db
      .selectFrom('group_mails as g')
      .select(['g.id', 'g.title', 'g.content', 'g.sender_id', 'g.transmission_status', 'g.transmission_date'])
      .select(['g.bcc', 'g.reply_to_address', 'g.reply_to_name'])
      .select([sql<0 | 1>`g.disabled::int`.as('disabled'), sender.as('sender')])
      .select([pending.as('pending'), firstDestinations.as('users'), destinationCount.as('users_count')])
      .where(rowMatches(f, { keyword: condition.contains('g.said'), email: isToAddress }))
      .orderBy(
        order(f, listOrder, {
          title: condition.foldedColumn('g.title'),
          transmission_date: nullsLast('g.transmission_date'),
        }),
      ),
    f,
  )
