import { randomBytes } from 'node:crypto'
import { done, saved } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import { durationMs, durationText } from '#domain/session/durations.ts'
import type { DeliveryFilter, NewWebHook, WebHookInput } from '#domain/web_hooks/contract.ts'
import type { WebHookEvent } from '#domain/web_hooks/events.ts'
import { whyNotAdd, whyNotRetry, whyNotRetryAll, whyNotSwitch } from '#domain/web_hooks/rules.ts'
import { deliveryState, webHookState } from '#domain/web_hooks/status.ts'
import type { Config } from '../platform/config.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { dataOf, newMessageId } from './announce.ts'
import { insertDelivery } from './delivery_queries.ts'
import { AddressError, addressesOf } from './networks.ts'
import * as queries from './queries.ts'

const { ON, OFF } = webHookState.code

/** A new secret, 256 bits. It is stored as it is, because it signs. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export const listHooks = (ctx: Ctx) => queries.findHooks(ctx.db, ctx.actor, ctx.now())

/** One web hook, without its secret. Throws 'missing'. */
export async function showHook(ctx: Ctx, id: number) {
  const hook = await queries.findHook(ctx.db, ctx.actor, id, ctx.now())
  if (!hook) throw notFound()
  return hook
}

/** Throws 'invalid' if the address leads to a network that is not allowed, or nowhere. Before the transaction: it asks the network. */
async function requireReachable(config: Config, url: string) {
  try {
    await addressesOf(new URL(url), config.webHooks.networks)
  } catch (error) {
    if (error instanceof AddressError) throw invalid({ url: error.message })
    throw error
  }
}

const saving = (tx: Tx) => ({ updated_by: tx.actor.id, updated_at: tx.now().toISOString() })

async function lock(tx: Tx, id: number) {
  const hook = await queries.lockHook(tx, id)
  if (!hook) throw notFound()
  return { ...hook, saved_at: hook.updated_at }
}

/** Adds a web hook, switched on, and returns its secret this once. Throws 'invalid'. */
export async function addHook(ctx: Ctx, input: NewWebHook) {
  await requireReachable(ctx.config, input.url)
  return ctx.write(async (tx) => {
    tx.refuse(whyNotAdd(await queries.lockToAdd(tx)))
    const secret = newSecret()
    const added = await queries.insertHook(tx, {
      ...input,
      ...saving(tx),
      secret,
      url_by: tx.actor.id,
      created_at: tx.now().toISOString(),
    })
    await tx.audit('web_hook.add', added, input)
    return { ...done(`${input.name} has been added, and is on.`), id: added.id, secret }
  })
}

/** Saves name, address and events. Throws 'missing', 'stale' and 'invalid'. */
export async function saveHook(ctx: Ctx, id: number, { version, ...fields }: WebHookInput) {
  await requireReachable(ctx.config, fields.url)
  return ctx.write(async (tx) => {
    const hook = await lock(tx, id)
    requireVersion('This web hook', version, hook)
    const moved = fields.url !== hook.url
    await queries.updateHook(tx, id, { ...fields, ...saving(tx), ...(moved && { url_by: tx.actor.id }) })
    const { name, url, events } = hook
    await tx.audit('web_hook.edit', hook, fields, { name, url, events })
    return saved(`${fields.name} has been saved.`, hook.version + 1)
  })
}

/** Switches a web hook on, so that what waits is sent now, or off. Throws 'missing'. */
export const switchHook = (ctx: Ctx, id: number, on: boolean) =>
  ctx.write(async (tx) => {
    const hook = await lock(tx, id)
    tx.refuse(whyNotSwitch(hook.state, on))
    const { state } = hook
    if (on) {
      await queries.updateHook(tx, id, { state: ON, failing_since: null, ...saving(tx) })
      await queries.makeWaitingDue(tx, id, tx.now())
      await tx.audit('web_hook.switch_on', hook, { state: ON }, { state })
      return done(`${hook.name} is on. What waits for it is sent now.`)
    }
    await queries.updateHook(tx, id, { state: OFF, ...saving(tx) })
    await tx.audit('web_hook.switch_off', hook, { state: OFF }, { state })
    return done(`${hook.name} is off.`)
  })

/**
 * Makes a new secret and returns it this once. The former one signs too for a day, unless `at_once`: a receiver can take
 * its time to change. Throws 'missing'.
 */
export const rotateSecret = (ctx: Ctx, id: number, { at_once }: { at_once: boolean }) =>
  ctx.write(async (tx) => {
    const hook = await lock(tx, id)
    const secret = newSecret()
    const until = new Date(+tx.now() + durationMs('web_hook_secret')).toISOString()
    const previous = at_once
      ? { previous_secret: null, previous_until: null }
      : { previous_secret: hook.secret, previous_until: until }
    await queries.updateHook(tx, id, { secret, ...previous, ...saving(tx) })
    await tx.audit('web_hook.rotate', hook, { former_until: previous.previous_until })
    return {
      ...done(
        at_once
          ? `${hook.name} has a new secret. The old secret no longer signs.`
          : `${hook.name} has a new secret. The old secret also signs for another ${durationText('web_hook_secret')}.`,
      ),
      secret,
    }
  })

/** Queues a test event, also for a web hook that is off. Throws 'missing'. */
export const testHook = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const hook = await lock(tx, id)
    const event: WebHookEvent = { type: 'web_hook.test', data: { hook_id: id } }
    const at = tx.now().toISOString()
    await insertDelivery(tx, {
      hook_id: id,
      message_id: newMessageId(),
      event: event.type,
      data: JSON.stringify(dataOf(tx.config, event)),
      occurred_at: at,
      due_at: at,
    })
    await tx.audit('web_hook.test', hook)
    return done(`A test event is on its way to ${hook.name}.`)
  })

/** Deletes a web hook with its deliveries. Throws 'missing'. */
export const removeHook = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const hook = await lock(tx, id)
    await queries.deleteHook(tx, id)
    const { name, url, events } = hook
    await tx.audit('web_hook.delete', hook, null, { name, url, events })
    return done(`${name} has been deleted.`)
  })

export const listDeliveries = (ctx: Ctx, filter: DeliveryFilter) =>
  queries.findDeliveries(ctx.db, ctx.actor, filter)

const WAITING = { state: deliveryState.code.WAITING }
const FAILED = { state: deliveryState.code.FAILED }

/** Sends a failed delivery again. Throws 'missing' if the actor may not see it. */
export const retryDelivery = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const delivery = await queries.lockDelivery(tx, tx.actor, id)
    if (!delivery) throw notFound()
    tx.refuse(whyNotRetry(delivery.state))
    await queries.makeDue(tx, [id], tx.now())
    await tx.audit('web_hook.retry', { id: delivery.hook_id }, { ...WAITING, deliveries: [id] }, FAILED)
    return done(
      delivery.hook_state === ON
        ? 'The event will be sent again.'
        : 'The event will be sent once the web hook is on again.',
    )
  })

/** Sends all failed deliveries that match the filter again. */
export const retryDeliveries = (ctx: Ctx, filter: DeliveryFilter) =>
  ctx.write(async (tx) => {
    const deliveries = await queries.lockFailedDeliveries(tx, tx.actor, filter)
    tx.refuse(whyNotRetryAll(deliveries.length))
    await queries.makeDue(tx, deliveries, tx.now())
    await tx.audit('web_hook.retry', { id: filter.hook_id ?? null }, { ...WAITING, deliveries }, FAILED)
    return done(
      `${deliveries.length === 1 ? 'One event' : `${deliveries.length} events`} will be sent again, as soon as the web hook is on.`,
    )
  })

/** Web hooks that the system has switched off, and failed deliveries, as far as the actor may know. */
export const webHookTrouble = ({ db, actor }: Ctx) => queries.findTrouble(db, actor)
