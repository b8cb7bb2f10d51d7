import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/database.ts'
import { ahead } from '../database/prepared.ts'

/** One mail as it is written to the outbox: plain text, one part. */
export interface Mail {
  kind: string
  recipients: string[]
  subject: string
  body: string
  bcc?: string[]
  reply_to?: string | null
  /** The body holds a password or a link: blanked once sent. */
  secret?: boolean
  group_mail_id?: number | null
  /** Whom of the group mail's destinations it is for. */
  destination_id?: number | null
  /** The proposals whose reviews it speaks of. */
  proposal_ids?: number[]
}

/** Writes mails to the outbox in the caller's transaction; two thousand are one statement. */
export async function queueMails(tx: Kysely<DB>, mails: readonly Mail[], now: Date) {
  if (mails.length === 0) return
  const queued = sql`
    insert into mails (kind, recipients, bcc, reply_to, subject, body, secret, group_mail_id, destination_id,
      proposal_ids, due_at, created_at)
    select kind, recipients, coalesce(bcc, '{}'), reply_to, subject, body, coalesce(secret, false), group_mail_id,
      destination_id, coalesce(proposal_ids, '{}'), ${now.toISOString()}, ${now.toISOString()}
    from json_to_recordset(${JSON.stringify(mails)}) as m (kind text, recipients text[], bcc text[], reply_to text,
      subject text, body text, secret boolean, group_mail_id integer, destination_id integer, proposal_ids integer[])`
  await ahead(tx, queued)
}
