import { addressesIn } from '#domain/mail/input.ts'
import { merged, type Recipient } from '#domain/mail/merge.ts'
import type { Mail } from '../platform/outbox/queue.ts'

interface GroupMail {
  id: number
  title: string
  content: string
  bcc: string
  reply_to_address: string
  reply_to_name: string
}

/** An address with the name before it, as it stands in a header. */
const named = (name: string, address: string) =>
  name === '' ? address : `"${name.replace(/["\\]/gu, '\\$&')}" <${address}>`

const common = ({ id, title, reply_to_address, reply_to_name }: GroupMail) => ({
  kind: 'group_mail' as const,
  subject: title,
  reply_to: reply_to_address === '' ? null : named(reply_to_name, reply_to_address),
  group_mail_id: id,
})

/** A group mail as one destination gets it. */
export const letterTo = (mail: GroupMail, user: Recipient & { id: number; email: string }): Mail => ({
  ...common(mail),
  recipients: [user.email],
  body: merged(mail.content, user),
  destination_id: user.id,
})

/** The one copy of a group mail for its Bcc, with the placeholders as they were written; null without a Bcc. */
export const copyOf = (mail: GroupMail): Mail | null =>
  mail.bcc === '' ? null : { ...common(mail), recipients: [], bcc: addressesIn(mail.bcc), body: mail.content }
