import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Actor } from '#domain/session/actor.ts'
import type { DeliveryFilter, WebHook } from '#domain/web_hooks/contract.ts'
import { deliveryState, webHookState } from '#domain/web_hooks/status.ts'
import type { Db } from '../platform/context.ts'
import type { WebHooks } from '../platform/database/tables.gen.ts'
import * as condition from '../platform/filter_conditions.ts'
import { order, pageByIds, rowMatches } from '../platform/lists.ts'
import { conflictingProposalIds, type Viewer } from '../users/conflict_shared_queries.ts'

const { WAITING, FAILED } = deliveryState.code

/** SQL: the delivery `d` is about a proposal that the viewer has a conflict of interest with. */
const hiddenFrom = (viewer: Viewer) =>
  sql<SqlBool>`(d.proposal_id is not null and d.proposal_id = any(${conflictingProposalIds(viewer)}))`
const visibleTo = (viewer: Viewer) => sql<SqlBool>`not ${hiddenFrom(viewer)}`

/** Every column but the secrets. */
const selectHooks = (db: Db, viewer: Actor) => {
  const count = (state: string) => sql<number>`count(*) filter (where d.state = ${state})`
  return db
    .selectFrom('web_hooks as h')
    .leftJoin('users as u', 'u.id', 'h.url_by')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('web_hook_deliveries as d')
          .select([count(WAITING).as('waiting'), count(FAILED).as('failed')])
          .select(sql<string | null>`max(d.delivered_at)`.as('delivered_at'))
          .whereRef('d.hook_id', '=', 'h.id')
          .where(visibleTo(viewer))
          .as('n'),
      (join) => join.onTrue(),
    )
    .select(['h.id', 'h.name', 'h.url', sql<WebHook['events']>`h.events`.as('events'), 'h.state'])
    .select(['u.name as url_by', 'h.failing_since', 'h.version', 'n.delivered_at'])
    .select([sql<number>`n.waiting`.as('waiting'), sql<number>`n.failed`.as('failed')])
}

const previousUntil = (now: Date) =>
  sql<
    string | null
  >`case when h.previous_until > ${now.toISOString()}::timestamptz then h.previous_until end`.as(
    'previous_until',
  )

export const findHooks = (db: Db, viewer: Actor, now: Date): Promise<WebHook[]> =>
  selectHooks(db, viewer).select(previousUntil(now)).orderBy(sql`lower(h.name)`).orderBy('h.id').execute()

export const findHook = (db: Db, viewer: Actor, id: number, now: Date): Promise<WebHook | undefined> =>
  selectHooks(db, viewer).select(previousUntil(now)).where('h.id', '=', id).executeTakeFirst()

/** Serializes those who add web hooks, and returns how many there are. */
export async function lockToAdd(tx: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('web_hooks'))`.execute(tx)
  const { count } = await tx
    .selectFrom('web_hooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Locks a web hook, with its present secret and the name of its last editor. */
export const lockHook = (tx: Db, id: number) =>
  tx
    .selectFrom('web_hooks as h')
    .selectAll('h')
    .select((eb) =>
      eb.selectFrom('users as u').select('u.name').whereRef('u.id', '=', 'h.updated_by').as('saved_by'),
    )
    .where('h.id', '=', id)
    .forUpdate('h')
    .executeTakeFirst()

export const insertHook = (tx: Db, hook: Insertable<WebHooks>) =>
  tx.insertInto('web_hooks').values(hook).returning('id').executeTakeFirstOrThrow()

export const updateHook = (tx: Db, id: number, fields: Updateable<WebHooks>) =>
  tx
    .updateTable('web_hooks')
    .set({ ...fields, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const deleteHook = (tx: Db, id: number) => tx.deleteFrom('web_hooks').where('id', '=', id).execute()

/** Makes what waits for a web hook due now, as if it had never been tried. */
export const makeWaitingDue = (tx: Db, hook_id: number, now: Date) =>
  tx
    .updateTable('web_hook_deliveries')
    .set({ tries: 0, due_at: now.toISOString() })
    .where('hook_id', '=', hook_id)
    .where('state', '=', WAITING)
    .where('lease', 'is', null)
    .execute()

const deliveriesMatching = (db: Db, filter: DeliveryFilter) =>
  db.selectFrom('web_hook_deliveries as d').where(
    rowMatches(filter, {
      id: condition.equals('d.id'),
      hook_id: condition.equals('d.hook_id'),
      event: condition.equals('d.event'),
      state: condition.equals('d.state'),
      from: condition.atOrAfter('d.occurred_at'),
      to: condition.before('d.occurred_at'),
    }),
  )

/** A page of deliveries, newest first. */
export const findDeliveries = (db: Db, viewer: Actor, filter: DeliveryFilter) => {
  const matching = deliveriesMatching(db, filter)
  return pageByIds(
    db,
    {
      matching,
      hidden: matching.where(hiddenFrom(viewer)),
      sorted: matching
        .where(visibleTo(viewer))
        .orderBy(order(filter, sql`d.occurred_at desc, d.id desc`, { occurred_at: 'd.occurred_at' })),
      id: 'd.id',
      rows: (ids) =>
        db
          .selectFrom('web_hook_deliveries as d')
          .innerJoin('web_hooks as h', 'h.id', 'd.hook_id')
          .where(condition.oneOf('d.id')(ids))
          .select(['d.id', 'd.message_id', 'd.event', 'd.occurred_at', 'd.state', 'd.tries', 'd.due_at'])
          .select(['d.delivered_at', 'd.http_status', 'd.last_error', sql<string>`d.data::text`.as('data')])
          .select(sql<{ id: number; name: string }>`json_build_object('id', h.id, 'name', h.name)`.as('hook'))
          .execute(),
      idOf: ({ id }) => id,
    },
    filter,
  )
}

/** Locks a delivery that the viewer may see. */
export const lockDelivery = (tx: Db, viewer: Actor, id: number) =>
  tx
    .selectFrom('web_hook_deliveries as d')
    .innerJoin('web_hooks as h', 'h.id', 'd.hook_id')
    .select(['d.id', 'd.hook_id', 'd.state', 'h.state as hook_state'])
    .where('d.id', '=', id)
    .where(visibleTo(viewer))
    .forUpdate('d')
    .executeTakeFirst()

/** Locks the failed deliveries that match a filter and that the viewer may see, and returns their ids. */
export const lockFailedDeliveries = async (tx: Db, viewer: Actor, filter: DeliveryFilter) =>
  (
    await deliveriesMatching(tx, filter)
      .select('d.id')
      .where(visibleTo(viewer))
      .where('d.state', '=', FAILED)
      .orderBy('d.id')
      .forUpdate()
      .execute()
  ).map(({ id }) => id)

/** Makes deliveries due now, as if they had never been tried. */
export const makeDue = (tx: Db, ids: readonly number[], now: Date) =>
  tx
    .updateTable('web_hook_deliveries')
    .set({ state: WAITING, tries: 0, due_at: now.toISOString(), lease: null })
    .where(sql<SqlBool>`id = any(${ids}::integer[])`)
    .execute()

/** Names of the web hooks that the system has switched off, and how many deliveries failed that the viewer may see. */
export async function findTrouble(db: Db, viewer: Actor) {
  const { FAILING, RESTORED } = webHookState.code
  const [off, failed] = await Promise.all([
    db
      .selectFrom('web_hooks')
      .select('name')
      .where('state', 'in', [FAILING, RESTORED])
      .orderBy('id')
      .execute(),
    db
      .selectFrom('web_hook_deliveries as d')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('d.state', '=', FAILED)
      .where(visibleTo(viewer))
      .executeTakeFirstOrThrow(),
  ])
  return { off: off.map(({ name }) => name), failed: failed.count }
}
