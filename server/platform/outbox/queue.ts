import type { Kysely } from 'kysely'
import type { DB } from '../database/database.ts'

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
  /** The proposals whose reviews it speaks of. */
  proposal_ids?: number[]
}

/** Writes a mail to the outbox in the caller's transaction. */
export async function queueMail(tx: Kysely<DB>, mail: Mail, now: Date) {
  await tx
    .insertInto('mails')
    .values({
      kind: mail.kind,
      recipients: mail.recipients,
      bcc: mail.bcc ?? [],
      reply_to: mail.reply_to ?? null,
      subject: mail.subject,
      body: mail.body,
      secret: mail.secret ?? false,
      group_mail_id: mail.group_mail_id ?? null,
      proposal_ids: mail.proposal_ids ?? [],
      due_at: now.toISOString(),
      created_at: now.toISOString(),
    })
    .execute()
}
