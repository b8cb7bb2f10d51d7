import { address } from '#domain/address.ts'
import { linkTo } from '#domain/mail_text.ts'
import type { Config } from '../../platform/config.ts'
import type { Mail } from '../../platform/outbox/queries.ts'

interface Recipient {
  name: string
  email: string
}
interface MailedInventory {
  name: string
  /** A day. */
  until: string
}

/** Asks a holder to answer for these pieces, or reminds them; a line each. */
export const inventoryMail = (
  config: Config,
  template: 'inventory_asked' | 'inventory_reminded',
  inventory: MailedInventory,
  { name, email }: Recipient,
  pieces: readonly string[],
): Mail => ({
  template,
  recipients: [email],
  values: {
    name,
    inventory: inventory.name,
    until: inventory.until,
    pieces: pieces.join('\n'),
    link: linkTo(config, address('/mypage/samples')),
  },
})

/** Asks a holder about an answer. */
export const inventoryQuestionMail = (
  config: Config,
  inventory: MailedInventory,
  { name, email }: Recipient,
  { piece, question, note }: { piece: string; question: string; note: string },
): Mail => ({
  template: 'inventory_question',
  recipients: [email],
  values: {
    name,
    inventory: inventory.name,
    piece,
    question,
    note,
    link: linkTo(config, address('/mypage/samples')),
  },
})
