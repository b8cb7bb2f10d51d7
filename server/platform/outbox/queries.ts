import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type pg from 'pg'
import { MAIL_KINDS, type MailKind } from '#domain/mail_kinds.ts'
import type { TemplateName, TemplateValues } from '#domain/mail_templates/all.ts'
import type { DB } from '../database/database.ts'
import type { Mails } from '../database/tables.gen.ts'

interface Envelope {
  recipients: string[]
  bcc?: string[]
  /** Whom answers go to; the office where it is null or absent. */
  reply_to?: string | null
  /** Whether this mail is secret, for kinds that are only sometimes. */
  secret?: boolean
  group_mail_id?: number | null
  /** The destination of the group mail that this mail is sent to. */
  destination_id?: number | null
  /** Proposals whose reviews the mail mentions. */
  proposal_ids?: number[]
  /** An iCalendar file that the mail carries. */
  calendar?: string
}

/** A mail for the outbox with its final words, as plain text. */
export interface WrittenMail extends Envelope {
  kind: MailKind
  subject: string
  body: string
}

/** A mail for the outbox whose words come from a template, with the values of its placeholders. */
export type TemplateMail = {
  [T in TemplateName]: Envelope & { template: T; values: TemplateValues<T> }
}[TemplateName]

export type Mail = WrittenMail | TemplateMail

const isSecret = ({ kind, secret = false }: WrittenMail): boolean =>
  MAIL_KINDS[kind].secret === 'sometimes' ? secret : MAIL_KINDS[kind].secret

/** Writes any number of mails to the outbox in one statement. */
export async function queueMails(tx: Kysely<DB>, mails: readonly WrittenMail[], now: Date) {
  if (mails.length === 0) return
  const rows = mails.map((mail) => ({ ...mail, secret: isSecret(mail) }))
  const queued = sql`
    insert into mails (kind, recipients, bcc, reply_to, subject, body, secret, group_mail_id, destination_id,
      proposal_ids, calendar, due_at, created_at)
    select kind, recipients, coalesce(bcc, '{}'), reply_to, subject, body, secret, group_mail_id,
      destination_id, coalesce(proposal_ids, '{}'), calendar, ${now.toISOString()}, ${now.toISOString()}
    from json_to_recordset(${JSON.stringify(rows)}) as m (kind text, recipients text[], bcc text[], reply_to text,
      subject text, body text, secret boolean, group_mail_id integer, destination_id integer, proposal_ids integer[],
      calendar text)`
  await queued.execute(tx)
}

export type TakenMail = Selectable<Mails>

interface Lease {
  lease: string
  now: Date
  /** When the mail may be taken again if no result was recorded. */
  until: Date
  max_tries: number
}

const LAST_TRY_UNKNOWN = 'It was tried as often as it may be, and what became of the last try is not known.'

/** No mail is due later than one hour plus its lease; a later due time was set by a wrong clock. */
const MAX_WAIT_MS = 2 * 60 * 60 * 1000

/** Leases the mail that is due first, group mails after all others; null when none is due. */
export async function takeMail(
  db: Kysely<DB>,
  { lease, now, until, max_tries }: Lease,
): Promise<TakenMail | null> {
  const mail = await db
    .updateTable('mails')
    .set({ lease, due_at: until.toISOString(), tries: sql`tries + 1` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'waiting')
        .where((eb) =>
          eb.or([
            eb('due_at', '<=', now.toISOString()),
            // Due times in the far future are ignored, except of mails that another process has leased.
            eb.and([eb('lease', 'is', null), eb('due_at', '>', new Date(+now + MAX_WAIT_MS).toISOString())]),
          ]),
        )
        .where('tries', '<', max_tries)
        .orderBy(sql`group_mail_id is not null`)
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  return mail ?? null
}

/** Marks mails as failed whose last allowed try ended without a recorded result. */
export const failLostMails = (db: Kysely<DB>, { now, max_tries }: Pick<Lease, 'now' | 'max_tries'>) =>
  db
    .updateTable('mails')
    .set({ state: 'failed', last_error: LAST_TRY_UNKNOWN, lease: null })
    .where('state', '=', 'waiting')
    .where('tries', '>=', max_tries)
    .where('due_at', '<=', now.toISOString())
    .execute()

/** Records the result for a mail if its lease has not been taken over. */
export const settleMail = (db: Kysely<DB>, { id, lease }: TakenMail, change: Updateable<Mails>) =>
  db
    .updateTable('mails')
    .set({ ...change, lease: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()

const HELD_AFTER_RESTORE =
  'Held when a backup was restored: it may have been sent since the backup was taken.'

/** Marks all waiting mails as failed, so that someone decides whether to send them again; returns their number. */
export async function holdWaitingMails(client: pg.ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `update mails set state = 'failed', last_error = $1, lease = null where state = 'waiting'`,
    [HELD_AFTER_RESTORE],
  )
  return rowCount ?? 0
}
