import { addressesIn } from '#domain/mail/contract.ts'
import { mergePlaceholders, type Recipient } from '#domain/mail/rules.ts'
import type { Mail } from '../platform/outbox/queries.ts'

interface GroupMail {
  id: number
  title: string
  content: string
  bcc: string
  reply_to_address: string
  reply_to_name: string
}

/** An address with the name before it, as it stands in a header. */
const nameAndAddress = (name: string, address: string) =>
  name === '' ? address : `"${name.replace(/["\\]/gu, '\\$&')}" <${address}>`

const commonFields = ({ id, title, reply_to_address, reply_to_name }: GroupMail) => ({
  kind: 'group_mail' as const,
  subject: title,
  reply_to: reply_to_address === '' ? null : nameAndAddress(reply_to_name, reply_to_address),
  group_mail_id: id,
})

/** A group mail as one destination gets it. */
export const mailToDestination = (
  mail: GroupMail,
  user: Recipient & { id: number; email: string },
): Mail => ({
  ...commonFields(mail),
  recipients: [user.email],
  body: mergePlaceholders(mail.content, user),
  destination_id: user.id,
})

/** The one copy of a group mail for its Bcc, with the placeholders as they were written; null without a Bcc. */
export const bccCopy = (mail: GroupMail): Mail | null =>
  mail.bcc === ''
    ? null
    : { ...commonFields(mail), recipients: [], bcc: addressesIn(mail.bcc), body: mail.content }
