import type { GroupMailInput } from '#domain/mail/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { createGroupMail, sendGroupMail } from '../mail/service.ts'
import type { Ctx } from '../platform/context.ts'

/** A group mail as its form sends it. */
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

/** A group mail, sent or waiting to be; answers its id. */
export async function aGroupMail(office: Ctx, { destinations, sent = false, ...mail }: Options) {
  const input = aGroupMailInput({ ...mail, destinations: destinations.map((user) => user.id) })
  const { id } = await createGroupMail(office, input)
  if (sent) await sendGroupMail(office, id, {})
  return id
}

/** Says of a user's group mails that the mail server refused them. */
export const failGroupMails = (ctx: Ctx, { id }: Actor) =>
  ctx.write((tx) => {
    tx.skipAudit('The demonstration pretends that its mails were refused.')
    return tx
      .updateTable('mails')
      .set({
        state: 'failed',
        sent_at: null,
        last_error: 'The mail server said: 550 5.1.1 No such user here',
      })
      .where('destination_id', '=', id)
      .execute()
  })
