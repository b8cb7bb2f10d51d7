import { linkTo } from '#domain/mail_text.ts'
import { proposalOf, screenOf, WEB_HOOK_EVENTS, type WebHookEvent } from '#domain/web_hooks/events.ts'
import type { AnyTx } from '../platform/context.ts'
import { newToken } from '../platform/tokens.ts'
import { insertEvents } from './delivery_queries.ts'

/** An id of a message that no one can guess. */
export const newMessageId = () => `msg_${newToken()}`

/** What a delivery carries: the event's ids and the address of its screen. */
export const dataOf = (config: { baseUrl: string }, event: WebHookEvent) => ({
  ...event.data,
  url: linkTo(config, screenOf(event)),
})

/** Queues events for the web hooks that want them; they are sent only if the transaction commits. */
export async function announce(tx: AnyTx, ...events: readonly WebHookEvent[]): Promise<void> {
  if (events.length === 0) return
  await insertEvents(
    tx,
    events.map((event) => ({
      message_id: newMessageId(),
      event: event.type,
      data: dataOf(tx.config, event),
      proposal_id: proposalOf(event),
      confidential: WEB_HOOK_EVENTS[event.type].confidential,
    })),
    tx.now(),
  )
}
