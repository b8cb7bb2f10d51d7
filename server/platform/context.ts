import { type ControlledTransaction, type Kysely, sql, type Transaction } from 'kysely'
import { tokenLabel } from '#domain/api_tokens/rules.ts'
import type { AuditAction, AuditObject } from '#domain/audit_actions.ts'
import { Fault, refusal } from '#domain/errors.ts'
import { READ_ONLY_WHILE_IMPERSONATING } from '#domain/impersonation/refusals.ts'
import type { MailKind } from '#domain/mail_kinds.ts'
import type { Actor } from '#domain/session/actor.ts'
import { recordAudit } from './audit.ts'
import type { Config } from './config.ts'
import type { DB } from './database/database.ts'
import type { Files } from './files.ts'
import { writeMails } from './outbox/compose.ts'
import { type Mail, queueMails, type WrittenMail } from './outbox/queries.ts'

/** What queries run on: a connection pool or a transaction. */
export type Db = Kysely<DB>

/** A transaction and what a command needs inside it. */
export interface Tx<A extends Actor | null = Actor> extends Kysely<DB> {
  actor: A
  config: Config
  /** One moment for the whole transaction, that of the first call: what is checked and what is recorded agree. */
  now(): Date
  /** Writes an audit entry with the fields that changed. */
  audit<K extends AuditAction>(
    action: K,
    object: AuditObject<K>,
    after?: object | null,
    before?: object | null,
  ): Promise<void>
  /** Queues mails in the outbox; they are sent only if the transaction commits. */
  mail(mail: Mail | readonly Mail[]): Promise<void>
  /** Rolls the transaction back with this reason, unless it is null. */
  refuse(why: string): never
  refuse(why: string | null): void
  /** Commits without an audit entry, for the reason given; a write with neither throws. */
  skipAudit(why: string): void
}

/** What a handler works with. `actor` is the signed-in user, or null on a public endpoint. */
export interface Ctx<A extends Actor | null = Actor> {
  actor: A
  /** Throws inside `write`, where only the transaction may be used. */
  readonly db: Db
  files: Files
  config: Config
  /** The client's IP address. */
  address: string
  now(): Date
  /** Runs `work` in one transaction. Throws 'forbidden' while impersonating, and when `work` writes no audit entry. */
  write<T>(work: (tx: Tx<A>) => Promise<T>): Promise<T>
  /** The same context on the export connections, because slow downloads hold a connection for long. */
  withExportConnections(): Ctx<A>
  /** The same context for another actor (at sign-in, in the demonstration). */
  as(actor: Actor): Ctx
}
export type AnyCtx = Ctx<Actor | null>
export type AnyTx = Tx<Actor | null>

export interface Services {
  db: Db
  /** A separate pool for exports; defaults to `db`. */
  exportDb?: Db
  files: Files
  config: Config
  clock: Clock
  observer?: WriteObserver
}

/** Learns what the writes of a context do. */
export interface WriteObserver {
  audited(action: AuditAction, object: AuditObject<AuditAction>): void
  /** Takes the mails in place of the outbox. */
  mailed?(mails: readonly WrittenMail[]): void
}

/**
 * `mails`: the mail kinds that writes may queue, as the endpoint's contract entry declares them. Without it any kind is
 * allowed (timers, commands, the demonstration).
 */
export const context = <A extends Actor | null>(
  services: Services,
  actor: A,
  address = '',
  mails?: readonly MailKind[],
) => contextOf(services, actor, address, { isWriting: false, mails })

interface SharedState {
  isWriting: boolean
  readonly mails: readonly MailKind[] | undefined
}

/** Contexts derived from one another share `state`. */
function contextOf<A extends Actor | null>(
  services: Services,
  actor: A,
  address: string,
  state: SharedState,
): Ctx<A> {
  const outsideWrite = <T>(value: T): T => {
    if (state.isWriting) throw new Error('Inside a write only its transaction may be used.')
    return value
  }
  return {
    actor,
    get db() {
      return outsideWrite(services.db)
    },
    files: services.files,
    config: services.config,
    address,
    now: services.clock,
    write: async (work) => {
      if (actor?.impersonatedBy) throw new Fault('forbidden', READ_ONLY_WHILE_IMPERSONATING)
      const db = outsideWrite(services.db)
      state.isWriting = true
      try {
        return await transaction(db, (tx) => runAudited(services, actor, tx, work, state.mails))
      } finally {
        state.isWriting = false
      }
    },
    withExportConnections: () =>
      contextOf({ ...services, db: services.exportDb ?? services.db }, actor, address, state),
    as: (other) => contextOf(services, other, address, state),
  }
}

async function runAudited<A extends Actor | null, T>(
  { config, clock, observer }: Services,
  actor: A,
  db: Kysely<DB>,
  work: (tx: Tx<A>) => Promise<T>,
  allowed: readonly MailKind[] | undefined,
): Promise<T> {
  let isAudited = false
  let moment: Date | undefined
  const tx = Object.assign(db, {
    actor,
    config,
    now: () => {
      moment ??= clock()
      return new Date(moment)
    },
    audit: async (
      action: AuditAction,
      object: AuditObject<AuditAction>,
      after?: object | null,
      before?: object | null,
    ) => {
      isAudited = true
      observer?.audited(action, object)
      // What a script did says with which of its maker's tokens.
      const changed = actor?.token ? { ...after, api_token: tokenLabel(actor.token) } : after
      await recordAudit(db, {
        at: clock(),
        user_id: actor?.id ?? null,
        action,
        object,
        before,
        after: changed,
      })
    },
    mail: async (mail: Mail | readonly Mail[]) => {
      const mails = await writeMails(db, [mail].flat(), config)
      for (const { kind } of mails)
        if (allowed && !allowed.includes(kind))
          throw new Error(`The contract entry of this endpoint does not declare the mail "${kind}".`)
      if (observer?.mailed) return observer.mailed(mails)
      await queueMails(db, mails, clock())
    },
    refuse: (why: string | null) => {
      if (why !== null) throw refusal(why)
    },
    skipAudit: () => {
      isAudited = true
    },
  }) as unknown as Tx<A>
  const result = await work(tx)
  if (!isAudited) throw new Error('This write left no entry in the audit log.')
  return result
}

/** Uses a savepoint where a transaction is already open, as in tests. */
async function transaction<T>(db: Db, work: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
  if (!db.isTransaction) return (db as Kysely<DB>).transaction().execute((tx: Transaction<DB>) => work(tx))
  const outer = db as ControlledTransaction<DB>
  const point = await outer.savepoint('inner').execute()
  try {
    const result = await work(point)
    await point.releaseSavepoint('inner').execute()
    return result
  } catch (error) {
    // Released too, or a rollback of the transaction around this one would end here.
    await sql`rollback to savepoint "inner"`.execute(outer)
    await sql`release savepoint "inner"`.execute(outer)
    throw error
  }
}

/** Runs `work` with services whose writes belong to one transaction, which a throw rolls back. */
export async function inOneTransaction<T>(
  services: Services,
  work: (inner: Services) => Promise<T>,
): Promise<T> {
  if (services.db.isTransaction) return transaction(services.db, (db) => work({ ...services, db }))
  const db = await services.db.startTransaction().execute()
  try {
    const result = await work({ ...services, db })
    await db.commit().execute()
    return result
  } catch (error) {
    // A connection that is lost has rolled back already.
    await db
      .rollback()
      .execute()
      .catch(() => {})
    throw error
  }
}

/** Builds a command on one object: lock it, ask the rule `whyNot`, then write, in one transaction. */
export const commandOn =
  <Locked>(lock: (tx: Tx, id: number) => Promise<Locked>) =>
  <T>(whyNot: (locked: Locked, tx: Tx) => string | null, write: (tx: Tx, locked: Locked) => Promise<T>) =>
  (ctx: Ctx, id: number): Promise<T> =>
    ctx.write(async (tx) => {
      const locked = await lock(tx, id)
      tx.refuse(whyNot(locked, tx))
      return write(tx, locked)
    })

/** The current time; tests replace it. */
export type Clock = () => Date
export const systemClock: Clock = () => new Date()
