import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import { WEB_HOOK_EVENT_TYPES, WEB_HOOK_EVENTS, type WebHookEventType } from '#domain/web_hooks/events.ts'
import { deliveryState, webHookState } from '#domain/web_hooks/status.ts'
import type { Db } from '../platform/context.ts'
import type { WebHookDeliveries } from '../platform/database/tables.gen.ts'
import { conflictingProposalIds } from '../users/conflict_shared_queries.ts'

const { WAITING, DELIVERED, FAILED } = deliveryState.code
const { ON, FAILING } = webHookState.code

export interface NewEvent {
  message_id: string
  event: WebHookEventType
  data: object
  proposal_id: number | null
  confidential: boolean
}

/**
 * Writes a delivery of each event for each web hook that is on and wants it, in one statement. A confidential event is not
 * written for a web hook whose address was entered by someone with a conflict of interest with its proposal.
 */
export async function insertEvents(tx: Db, events: readonly NewEvent[], at: Date) {
  const added = sql`
    insert into web_hook_deliveries (hook_id, message_id, event, data, proposal_id, occurred_at, due_at)
    select h.id, e.message_id, e.event, e.data, e.proposal_id, ${at.toISOString()}, ${at.toISOString()}
    from json_to_recordset(${JSON.stringify(events.map((one, place) => ({ ...one, place })))})
        as e (message_id text, event text, data jsonb, proposal_id integer, confidential boolean, place integer)
      join web_hooks h on h.state = ${ON} and e.event = any(h.events)
    where not (e.confidential and e.proposal_id = any(${conflictingProposalIds({ id: sql<number>`h.url_by` })}))
    order by e.place, h.id`
  await added.execute(tx)
}

export const insertDelivery = (tx: Db, delivery: Insertable<WebHookDeliveries>) =>
  tx.insertInto('web_hook_deliveries').values(delivery).returning('id').executeTakeFirstOrThrow()

/** A delivery that is leased, with what it takes to send it. */
export interface TakenDelivery {
  id: number
  hook_id: number
  lease: string
  message_id: string
  event: WebHookEventType
  data: object
  occurred_at: string
  tries: number
  url: string
  secret: string
  previous_secret: string | null
  previous_until: string | null
}

interface Lease {
  lease: string
  now: Date
  /** When it may be taken again if no result was recorded. */
  until: Date
  max_tries: number
  /** How many of one web hook are sent at a time. */
  max_per_hook: number
  /** None is due later; a later due time was set by a wrong clock. */
  max_wait_ms: number
}

/** One takes a delivery at a time, so that what is under way to a web hook is counted right. */
export const lockToTake = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('web_hook_deliveries'))`.execute(tx)

/** SQL: the delivery `d` is confidential, and whoever entered the address has a conflict of interest with its proposal. */
const mayNotBeSent = (url_by: RawBuilder<number>) =>
  sql<SqlBool>`(d.event = any(${CONFIDENTIAL}) and d.proposal_id = any(${conflictingProposalIds({ id: url_by })}))`
const CONFIDENTIAL = WEB_HOOK_EVENT_TYPES.filter((type) => WEB_HOOK_EVENTS[type].confidential)

/**
 * Leases the delivery that is due first, those of web hooks that have failed after all others; null when none is due. A
 * test is sent to a web hook that is off, too.
 */
export async function takeDelivery(
  db: Db,
  { lease, now, until, max_tries, max_per_hook, max_wait_ms }: Lease,
): Promise<TakenDelivery | null> {
  const at = now.toISOString()
  const { rows } = await sql<TakenDelivery>`
    with free_hooks as materialized (
      select o.id, o.state, o.failing_since, o.url_by from web_hooks o
      where (select count(*) from web_hook_deliveries l
        where l.hook_id = o.id and l.lease is not null and l.due_at > ${at}) < ${max_per_hook})
    update web_hook_deliveries t set lease = ${lease}, due_at = ${until.toISOString()}, tries = t.tries + 1
    from web_hooks h
    where h.id = t.hook_id and t.id = (
      select d.id from web_hook_deliveries d join free_hooks o on o.id = d.hook_id
      where d.state = ${WAITING} and d.tries < ${max_tries}
        and (o.state = ${ON} or d.event = 'web_hook.test')
        and (d.due_at <= ${at}
          or d.lease is null and d.due_at > ${new Date(+now + max_wait_ms).toISOString()})
        and not ${mayNotBeSent(sql<number>`o.url_by`)}
      order by o.failing_since is not null, d.due_at, d.id
      limit 1 for update of d skip locked)
    returning t.id, t.hook_id, t.lease, t.message_id, t.event, t.data, t.occurred_at, t.tries, h.url, h.secret,
      h.previous_secret, h.previous_until`.execute(db)
  return rows[0] ?? null
}

const NOT_FOR_ITS_READER = 'Whoever entered the address of the web hook may not know of this event.'

/**
 * Marks confidential deliveries as failed whose web hook has got an address since they were written that was entered by
 * someone with a conflict of interest, or whose owner has one now.
 */
export const failForbiddenDeliveries = (db: Db) =>
  sql`update web_hook_deliveries d
    set state = ${FAILED}, last_error = ${NOT_FOR_ITS_READER}, lease = null
    from web_hooks h
    where h.id = d.hook_id and d.state = ${WAITING} and d.lease is null and ${mayNotBeSent(sql<number>`h.url_by`)}`.execute(
    db,
  )

const LAST_TRY_UNKNOWN = 'It was tried as often as it may be, and what became of the last try is not known.'

/** Marks deliveries as failed whose last allowed try ended without a recorded result. */
export const failLostDeliveries = (db: Db, { now, max_tries }: Pick<Lease, 'now' | 'max_tries'>) =>
  db
    .updateTable('web_hook_deliveries')
    .set({ state: FAILED, last_error: LAST_TRY_UNKNOWN, lease: null })
    .where('state', '=', WAITING)
    .where('tries', '>=', max_tries)
    .where('due_at', '<=', now.toISOString())
    .execute()

interface Settled {
  delivered: boolean
  status: number | null
  failure: string | null
  at: Date
  /** When it is tried again; null: never. */
  again: Date | null
}

/** Records the result of a try if its lease has not been taken over; returns whether it has not. */
export async function settleDelivery(
  tx: Db,
  { id, lease }: Pick<TakenDelivery, 'id' | 'lease'>,
  { delivered, status, failure, at, again }: Settled,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('web_hook_deliveries')
    .set({
      lease: null,
      http_status: status,
      last_error: failure,
      ...(delivered
        ? { state: DELIVERED, delivered_at: at.toISOString() }
        : again
          ? { due_at: again.toISOString() }
          : { state: FAILED }),
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locked before its deliveries, as when it is deleted. */
export const lockHookOfDelivery = (tx: Db, hook_id: number) =>
  tx.selectFrom('web_hooks').select('id').where('id', '=', hook_id).forNoKeyUpdate().executeTakeFirst()

export const setWorking = (tx: Db, hook_id: number) =>
  tx
    .updateTable('web_hooks')
    .set({ failing_since: null })
    .where('id', '=', hook_id)
    .where('failing_since', 'is not', null)
    .execute()

/** A try has failed; locks the web hook and returns since when all have, if it is on. */
export const setFailing = (tx: Db, hook_id: number, at: Date) =>
  tx
    .updateTable('web_hooks')
    .set({ failing_since: sql`coalesce(failing_since, ${at.toISOString()}::timestamptz)` })
    .where('id', '=', hook_id)
    .where('state', '=', ON)
    .returning(['id', 'name', sql<string>`failing_since`.as('failing_since')])
    .executeTakeFirst()

export const setSwitchedOff = (tx: Db, hook_id: number) =>
  tx
    .updateTable('web_hooks')
    .set({ state: FAILING, version: sql`version + 1` })
    .where('id', '=', hook_id)
    .execute()

/** Deletes what happened before then, and what was never sent to a web hook that is off. */
export const deleteDeliveriesBefore = (db: Db, before: Date) =>
  db.deleteFrom('web_hook_deliveries').where('occurred_at', '<', before.toISOString()).execute()

/** Forgets former secrets that sign no more. */
export const forgetSecretsBefore = (db: Db, now: Date) =>
  db
    .updateTable('web_hooks')
    .set({ previous_secret: null, previous_until: null })
    .where('previous_until', '<=', now.toISOString())
    .execute()

/** The addresses of the office's active members. */
export const findOfficeEmails = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('is_administration_office', '=', true)
      .where('disabled', '=', false)
      .orderBy('id')
      .execute()
  ).map(({ email }) => email)
