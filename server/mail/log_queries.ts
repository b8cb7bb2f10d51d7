import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MailFilter, MailRow } from '#domain/mail/contract.ts'
import { mailState } from '#domain/mail/status.ts'
import type { MailKind } from '#domain/mail_kinds.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import type { DB } from '../platform/database/tables.gen.ts'
import * as condition from '../platform/filter_conditions.ts'
import { type Condition, order, pageByIds, rowMatches } from '../platform/lists.ts'
import { conflictingProposalIds } from '../users/conflict_shared_queries.ts'

/** SQL: the mail speaks of the reviews of a proposal that the viewer has a conflict with: few do. */
const hiddenFrom = (viewer: Actor) =>
  sql<SqlBool>`m.id in (select x.id from mails x where x.proposal_ids && ${conflictingProposalIds(viewer)})`
const visibleTo = (viewer: Actor) => sql<SqlBool>`not (${hiddenFrom(viewer)})`

/** SQL: the user whose the address `a` is or was. */
const JOIN_OWNER = sql`left join user_addresses o on lower(o.email) = lower(a.email) left join users u on u.id = o.user_id`

/** One of the mail's addresses holds the text. */
const hasAddress: Condition<string> = (text, filter) => {
  const inAddresses = condition.contains('m.addresses')(text, filter)
  // Words that stand in different addresses are not meant; one word stands in one, for between them is a blank.
  const inOne = /\s/u.test(text)
    ? sql`exists (select from unnest(string_to_array(m.folded_addresses, ' ')) as a (folded_email)
        where ${condition.contains('a.email')(text, filter)})`
    : sql`true`
  return inAddresses && sql`${inAddresses} and ${inOne}`
}

/** The name of a user holds the text who has, or had, one of the mail's addresses that does not. */
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

/** The subject or the kind holds the text. */
const isAbout: Condition<string> = (text, filter) => {
  const told = condition.contains('m.subject')(text, filter)
  return told && sql`((${told}) or (${condition.contains('m.kind')(text, filter)}))`
}

/** The mails that a filter finds, those of a person by what is asked of them. */
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

/** A text that may be read: nothing of one that holds a password or a link, nor of one that was blanked. */
const readableBody = sql<string | null>`case when m.secret then null else nullif(m.body, '') end`

/** Mails with a person's address, and those with the person's name alone: each is found by itself, and once for the page. */
const hitsOf = (db: Db, filter: MailFilter) =>
  mailsMatching(db, filter, hasAddress)
    .select(['m.id', 'm.created_at'])
    .unionAll(mailsMatching(db, filter, hasNameOnly).select(['m.id', 'm.created_at']))

/** A page of mails, newest first; with the text where one mail is asked for. */
export const findMails = (db: Db, viewer: Actor, filter: MailFilter) => {
  const ofPerson = filter.person !== ''
  const from = ofPerson ? db.with('hits', () => hitsOf(db, filter)) : db
  const found = ofPerson
    ? db.withTables<{ hits: DB['mails'] }>().selectFrom('hits as m')
    : mailsMatching(db, filter)
  return pageByIds(
    from as Pick<Db, 'selectNoFrom'>,
    {
      matching: found,
      hidden: found.where(hiddenFrom(viewer)),
      sorted: found
        .where(visibleTo(viewer))
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

/** A mail about to be sent again, held until the transaction ends; undefined where the viewer may not read of it. */
export const lockMail = (tx: Db, viewer: Actor, id: number) =>
  tx
    .selectFrom('mails as m')
    .select(['m.id', 'm.state'])
    .where('m.id', '=', id)
    .where(visibleTo(viewer))
    .forUpdate()
    .executeTakeFirst()

/** The failed ones of the mails that a filter finds, held until the transaction ends. */
export const lockFailedMails = async (tx: Db, viewer: Actor, filter: MailFilter) => {
  const held = await mailsMatching(tx, filter)
    .select('m.id')
    .where(visibleTo(viewer))
    .where('m.state', '=', mailState.code.FAILED)
    .orderBy('m.id')
    .forUpdate()
    .execute()
  return held.map(({ id }) => id)
}

/** Mails are due now, as if they had never been tried. */
export const makeDue = (tx: Db, ids: readonly number[], now: Date) =>
  tx
    .updateTable('mails')
    .set({ state: mailState.code.WAITING, tries: 0, due_at: now.toISOString(), lease: null })
    .where(sql<SqlBool>`id = any(${ids}::integer[])`)
    .execute()
