import type { NewWebHook } from '#domain/web_hooks/contract.ts'
import type { Ctx, Services } from '../platform/context.ts'
import { newMessageId } from '../web_hooks/announce.ts'
import { addHook, testHook } from '../web_hooks/service.ts'
import { recordResult, sendNext } from '../web_hooks/worker.ts'

/** A public address that no name leads to: it is checked without the network. */
export const PUBLIC_URL = 'https://93.184.215.14/hook'

/** What the form of a web hook sends. */
export const aWebHookInput = (hook: Partial<NewWebHook> = {}): NewWebHook => ({
  name: 'Curation database',
  url: PUBLIC_URL,
  events: ['allocation.confirmed', 'piece.moved'],
  ...hook,
})

/** Adds a web hook and returns its id and its secret. */
export async function aWebHook(office: Ctx, hook: Partial<NewWebHook> = {}) {
  const { id, secret } = await addHook(office, aWebHookInput(hook))
  return { id: id!, secret: secret! }
}

/** A delivery to a web hook that has failed for good; returns its id. */
export async function aFailedDelivery(office: Ctx, hook_id: number): Promise<number> {
  await testHook(office, hook_id)
  const { id } = await office.db
    .updateTable('web_hook_deliveries')
    .set({ state: 'failed', last_error: 'The receiver answered 500.' })
    .where('hook_id', '=', hook_id)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An event for a web hook to whose address nothing may be sent, tried once; the try fails. */
export async function aFailure(services: Services, hook_id: number) {
  const at = services.clock().toISOString()
  await services.db
    .insertInto('web_hook_deliveries')
    .values({
      hook_id,
      message_id: newMessageId(),
      event: 'piece.moved',
      data: '{}',
      occurred_at: at,
      due_at: at,
    })
    .execute()
  await services.db
    .updateTable('web_hooks')
    .set({ url: 'https://127.0.0.1/' })
    .where('id', '=', hook_id)
    .execute()
  await recordResult(services, (await sendNext(services))!)
}

/** The failure after which a web hook is switched off, because all have failed for three days. */
export async function aLastFailure(services: Services, hook_id: number) {
  const since = new Date(+services.clock() - 3 * 24 * 60 * 60 * 1000).toISOString()
  await services.db.updateTable('web_hooks').set({ failing_since: since }).where('id', '=', hook_id).execute()
  await aFailure(services, hook_id)
}
