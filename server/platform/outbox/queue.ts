import { type Kysely, sql } from 'kysely'
import { MAIL_KINDS, type MailKind } from '#domain/mail_kinds.ts'
import type { DB } from '../database/database.ts'

/** One mail as it is written to the outbox: plain text, one part. */
export interface Mail {
  kind: MailKind
  recipients: string[]
  subject: string
  body: string
  bcc?: string[]
  reply_to?: string | null
  /** For a kind that is sometimes secret: whether this mail is. */
  secret?: boolean
  group_mail_id?: number | null
  /** The destination of the group mail that it is for. */
  destination_id?: number | null
  /** The proposals whose reviews it is about. */
  proposal_ids?: number[]
}

const isSecret = ({ kind, secret = false }: Mail): boolean =>
  MAIL_KINDS[kind].secret === 'sometimes' ? secret : MAIL_KINDS[kind].secret

/** Writes mails to the outbox in the caller's transaction; two thousand are one statement. */
export async function queueMails(tx: Kysely<DB>, mails: readonly Mail[], now: Date) {
  if (mails.length === 0) return
  const rows = mails.map((mail) => ({ ...mail, secret: isSecret(mail) }))
  const queued = sql`
    insert into mails (kind, recipients, bcc, reply_to, subject, body, secret, group_mail_id, destination_id,
      proposal_ids, due_at, created_at)
    select kind, recipients, coalesce(bcc, '{}'), reply_to, subject, body, secret, group_mail_id,
      destination_id, coalesce(proposal_ids, '{}'), ${now.toISOString()}, ${now.toISOString()}
    from json_to_recordset(${JSON.stringify(rows)}) as m (kind text, recipients text[], bcc text[], reply_to text,
      subject text, body text, secret boolean, group_mail_id integer, destination_id integer, proposal_ids integer[])`
  await queued.execute(tx)
}
