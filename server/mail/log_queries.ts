import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MailFilter, MailRow } from '#domain/mail/contract.ts'
import { mailState } from '#domain/mail/status.ts'
import type { MailKind } from '#domain/mail_kinds.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import type { DB } from '../platform/database/tables.gen.ts'
import * as condition from '../platform/filter_conditions.ts'
import { type Condition, order, pageByIds, rowMatches } from '../platform/lists.ts'
import { mailHiddenFrom, mailVisibleTo } from '../users/conflict_shared_queries.ts'

/** SQL: joins the present or former owner of the address `a`. */
const JOIN_OWNER = sql`left join user_addresses o on lower(o.email) = lower(a.email) left join users u on u.id = o.user_id`

/** SQL: one of the mail's addresses contains the text. */
const hasAddress: Condition<string> = (text, filter) => {
  const inAddresses = condition.contains('m.addresses')(text, filter)
  // All words must be in the same address. One word always is, because the addresses are separated by blanks.
  const inOne = /\s/u.test(text)
    ? sql`exists (select from unnest(string_to_array(m.folded_addresses, ' ')) as a (folded_email)
        where ${condition.contains('a.email')(text, filter)})`
    : sql`true`
  return inAddresses && sql`${inAddresses} and ${inOne}`
}

/** SQL: the name of a present or former owner contains the text, but that address does not. */
const hasName: Condition<string> = (text, filter) => {
  const name = condition.contains('u.name')(text, filter)
  return (
    name &&
    sql`m.id in (
      select x.id from user_addresses o join users u on u.id = o.user_id,
        lateral (select id from mails where addresses @> array[lower(o.email)] offset 0) x
        where ${name} and not (${condition.contains('o.email')(text, filter)}))`
  )
}

const hasEither: Condition<string> = (text, filter) => {
  const condition = hasAddress(text, filter)
  return condition && sql`(${condition}) or ${hasName(text, filter)}`
}
const hasNameOnly: Condition<string> = (text, filter) => {
  const condition = hasName(text, filter)
  return condition && sql`${condition} and not (${hasAddress(text, filter)})`
}

/** SQL: the subject or the kind contains the text. */
const isAbout: Condition<string> = (text, filter) => {
  const inSubject = condition.contains('m.subject')(text, filter)
  return inSubject && sql`((${inSubject}) or (${condition.contains('m.kind')(text, filter)}))`
}

/** The mails that match a filter; `person` is the condition for the filter by person. */
const mailsMatching = (db: Db, filter: MailFilter, person = hasEither) =>
  db.selectFrom('mails as m').where(
    rowMatches(filter, {
      id: condition.equals('m.id'),
      person,
      subject: isAbout,
      state: condition.equals('m.state'),
      from: condition.atOrAfter('m.created_at'),
      to: condition.before('m.created_at'),
    }),
  )

const recipients: RawBuilder<MailRow['recipients']> = sql`coalesce((
  select json_agg(json_build_object('email', a.email, 'name', u.name) order by a.place)
  from unnest(m.recipients) with ordinality as a (email, place) ${JOIN_OWNER}), '[]'::json)`

/** The body; null if it contains a password or a secret link, or was cleared. */
const readableBody = sql<string | null>`case when m.secret then null else nullif(m.body, '') end`

/** Mails that match a person by address, and those that match by name only. Separate queries, so that each uses its index. */
const hitsOf = (db: Db, filter: MailFilter) =>
  mailsMatching(db, filter, hasAddress)
    .select(['m.id', 'm.created_at'])
    .unionAll(mailsMatching(db, filter, hasNameOnly).select(['m.id', 'm.created_at']))

/** A page of mails, newest first; with the body if the filter selects one mail. */
export const findMails = (db: Db, viewer: Actor, filter: MailFilter) => {
  const ofPerson = filter.person !== ''
  const from = ofPerson ? db.with('hits', () => hitsOf(db, filter)) : db
  const matching = ofPerson
    ? db.withTables<{ hits: DB['mails'] }>().selectFrom('hits as m')
    : mailsMatching(db, filter)
  return pageByIds(
    from as Pick<Db, 'selectNoFrom'>,
    {
      matching,
      hidden: matching.where(mailHiddenFrom(viewer)),
      sorted: matching
        .where(mailVisibleTo(viewer))
        .orderBy(order(filter, sql`m.created_at desc, m.id desc`, { created_at: 'm.created_at' })),
      id: 'm.id',
      rows: (ids) =>
        db
          .selectFrom('mails as m')
          .where(condition.oneOf('m.id')(ids))
          .select([
            'm.id',
            sql<MailKind>`m.kind`.as('kind'),
            'm.subject',
            recipients.as('recipients'),
            'm.bcc',
            'm.reply_to',
          ])
          .select(['m.state', 'm.tries', 'm.last_error', 'm.created_at', 'm.due_at', 'm.sent_at'])
          .select([
            'm.group_mail_id',
            'm.secret',
            (filter.id === undefined ? sql<null>`null` : readableBody).as('body'),
          ])
          .execute(),
      idOf: ({ id }) => id,
    },
    filter,
  )
}

/** Locks a mail; undefined if the viewer may not see it. */
export const lockMail = (tx: Db, viewer: Actor, id: number) =>
  tx
    .selectFrom('mails as m')
    .select(['m.id', 'm.state'])
    .where('m.id', '=', id)
    .where(mailVisibleTo(viewer))
    .forUpdate()
    .executeTakeFirst()

/** Locks the failed mails that match a filter and returns their ids. */
export const lockFailedMails = async (tx: Db, viewer: Actor, filter: MailFilter) => {
  const locked = await mailsMatching(tx, filter)
    .select('m.id')
    .where(mailVisibleTo(viewer))
    .where('m.state', '=', mailState.code.FAILED)
    .orderBy('m.id')
    .forUpdate()
    .execute()
  return locked.map(({ id }) => id)
}

/** Makes mails due now, as if they had never been tried. */
export const makeDue = (tx: Db, ids: readonly number[], now: Date) =>
  tx
    .updateTable('mails')
    .set({ state: mailState.code.WAITING, tries: 0, due_at: now.toISOString(), lease: null })
    .where(sql<SqlBool>`id = any(${ids}::integer[])`)
    .execute()

/** Numbers of mails that the viewer may see, and why the last of the failed ones failed. */
export async function countMails(db: Db, viewer: Actor, since: Date) {
  const visible = db.selectFrom('mails as m').where(mailVisibleTo(viewer))
  const { FAILED, WAITING, SENT } = mailState.code
  const [unsent, sent, last] = await Promise.all([
    visible
      .where('m.state', '!=', SENT)
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere('m.state', '=', FAILED).as('failed'),
        fn.countAll<number>().filterWhere('m.state', '=', WAITING).as('waiting'),
      ])
      .executeTakeFirstOrThrow(),
    visible
      .where('m.state', '=', SENT)
      .where('m.sent_at', '>=', since.toISOString())
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    visible
      .where('m.state', '=', FAILED)
      .select('m.last_error')
      .orderBy('m.due_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { ...unsent, sent: sent.count, failure: last?.last_error ?? '' }
}
