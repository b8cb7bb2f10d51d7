import { addressesIn } from '#domain/mail/contract.ts'
import { bccNote, mergePlaceholders, type Recipient } from '#domain/mail/rules.ts'
import type { Mail } from '../platform/outbox/queries.ts'

interface GroupMail {
  id: number
  title: string
  content: string
  bcc: string
  reply_to_address: string
  reply_to_name: string
}

/** An address with its name, as in a mail header. */
const nameAndAddress = (name: string, address: string) =>
  name === '' ? address : `"${name.replace(/["\\]/gu, '\\$&')}" <${address}>`

const commonFields = ({
  id,
  title,
  reply_to_address,
  reply_to_name,
}: Omit<GroupMail, 'id' | 'bcc' | 'content'> & { id: number | null }) => ({
  kind: 'group_mail' as const,
  subject: title,
  reply_to: reply_to_address === '' ? null : nameAndAddress(reply_to_name, reply_to_address),
  group_mail_id: id,
})

/** The mail to one destination, with its placeholders replaced. */
export const mailToDestination = (
  mail: GroupMail,
  user: Recipient & { id: number; email: string },
): Mail => ({
  ...commonFields(mail),
  recipients: [user.email],
  body: mergePlaceholders(mail.content, user),
  destination_id: user.id,
})

/** What `user` would receive, for the sender's own eyes. */
export const testMail = (
  mail: Omit<GroupMail, 'id' | 'bcc'>,
  user: Recipient,
  { email }: { email: string },
): Mail => ({
  ...commonFields({ ...mail, id: null }),
  kind: 'mail_test',
  subject: `[Test] ${mail.title}`,
  recipients: [email],
  body: mergePlaceholders(mail.content, user),
})

/** The copy for the Bcc, with placeholders unchanged; null without a Bcc. */
export const bccCopy = (mail: GroupMail, recipients: number): Mail | null =>
  mail.bcc === ''
    ? null
    : {
        ...commonFields(mail),
        recipients: [],
        bcc: addressesIn(mail.bcc),
        body: `${bccNote(recipients)}\n\n${mail.content}`,
      }
