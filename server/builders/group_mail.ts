import type { GroupMailInput } from '#domain/mail/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { createGroupMail, sendGroupMail } from '../mail/service.ts'
import type { Ctx } from '../platform/context.ts'

export const aGroupMailInput = (mail: Partial<GroupMailInput> = {}): GroupMailInput => ({
  title: 'News of the call',
  content: 'Dear #name#,\n\nthe call is open.',
  bcc: '',
  reply_to_address: '',
  reply_to_name: '',
  destinations: [],
  ...mail,
})

interface Options extends Partial<Omit<GroupMailInput, 'destinations'>> {
  destinations: Actor[]
  sent?: boolean
}

/** Creates a group mail, sends it if `sent`, and returns its id. */
export async function aGroupMail(office: Ctx, { destinations, sent = false, ...mail }: Options) {
  const input = aGroupMailInput({ ...mail, destinations: destinations.map((user) => user.id) })
  const { id } = await createGroupMail(office, input)
  if (sent) await sendGroupMail(office, id, {})
  return id
}

/** Marks all mails to a user as rejected by the mail server. */
export const failGroupMails = (ctx: Ctx, { id }: Actor) =>
  ctx.write((tx) => {
    tx.skipAudit('The demonstration pretends that its mails were refused.')
    return tx
      .updateTable('mails')
      .set({
        state: 'failed',
        sent_at: null,
        last_error: 'The mail server refused the recipient: 550 5.1.1 No such user here',
      })
      .where('destination_id', '=', id)
      .execute()
  })
