import { type ControlledTransaction, type Kysely, sql, type Transaction } from 'kysely'
import type { AuditAction, AuditObject } from '#domain/audit_actions.ts'
import { Fault, refusal } from '#domain/errors.ts'
import { READ_ONLY_WHILE_IMPERSONATING } from '#domain/impersonation/rules.ts'
import type { MailKind } from '#domain/mail_kinds.ts'
import type { Actor } from '#domain/session/actor.ts'
import { recordAudit } from './audit.ts'
import type { Config } from './config.ts'
import type { DB } from './database/database.ts'
import type { Files } from './files.ts'
import { type Mail, queueMails } from './outbox/queries.ts'

/** A handle that queries take: a connection, or a transaction on one. */
export type Db = Kysely<DB>

/** The one handle inside a write: the transaction's database, and all else that a verb needs. */
export interface Tx<A extends Actor | null = Actor> extends Kysely<DB> {
  actor: A
  config: Config
  now(): Date
  /** Records a write: what was done to which object, and the changed fields before and after. */
  audit<K extends AuditAction>(
    action: K,
    object: AuditObject<K>,
    after?: object | null,
    before?: object | null,
  ): Promise<void>
  /** Queues a mail, or many at once; they leave only if the transaction commits. */
  mail(mail: Mail | readonly Mail[]): Promise<void>
  /** Ends the write with a reason, if there is one; nothing of it stays. */
  refuse(why: string): never
  refuse(why: string | null): void
  /** Says why a write leaves no entry in the audit log; without this or an entry it can not commit. */
  skipAudit(why: string): void
}

/** What a handler may touch. `actor` is the signed-in user, or null on a public call. */
export interface Ctx<A extends Actor | null = Actor> {
  actor: A
  /** Out of reach inside a write. */
  readonly db: Db
  files: Files
  config: Config
  /** The address the call came from. */
  address: string
  now(): Date
  /** Runs `work` in one transaction: all of it happens, or nothing. */
  write<T>(work: (tx: Tx<A>) => Promise<T>): Promise<T>
  /** The same context over the connections that are kept for exports: their readers may take their time. */
  withExportConnections(): Ctx<A>
  /** The same context on behalf of another actor (a sign-in, the demonstration). */
  as(actor: Actor): Ctx
}
export type AnyCtx = Ctx<Actor | null>
export type AnyTx = Tx<Actor | null>

export interface Services {
  db: Db
  /** A pool for exports alone; without one they use the other. */
  exportDb?: Db
  files: Files
  config: Config
  clock: Clock
}

/**
 * A context for one actor over the process's services. `mails`: the kinds that its writes may queue, as the contract
 * entry of the endpoint declares them; without it any (timers, commands, the demonstration).
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

/** Contexts that are made from one another share their state. */
function contextOf<A extends Actor | null>(
  services: Services,
  actor: A,
  address: string,
  state: SharedState,
): Ctx<A> {
  const outsideWrite = <T>(value: T): T => {
    if (state.isWriting) throw new Error('Inside a write there is one handle, its own.')
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

/** Does the work with its handle; throws when it leaves no audit entry and does not say why. */
async function runAudited<A extends Actor | null, T>(
  { config, clock }: Services,
  actor: A,
  db: Kysely<DB>,
  work: (tx: Tx<A>) => Promise<T>,
  allowed: readonly MailKind[] | undefined,
): Promise<T> {
  let isAudited = false
  const tx = Object.assign(db, {
    actor,
    config,
    now: clock,
    audit: async (
      action: AuditAction,
      object: AuditObject<AuditAction>,
      after?: object | null,
      before?: object | null,
    ) => {
      isAudited = true
      await recordAudit(db, { at: clock(), user_id: actor?.id ?? null, action, object, before, after })
    },
    mail: async (mail: Mail | readonly Mail[]) => {
      const mails = [mail].flat()
      for (const { kind } of mails)
        if (allowed && !allowed.includes(kind))
          throw new Error(`The contract entry of this endpoint does not declare the mail "${kind}".`)
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

/** A transaction; inside one that is open already (a test's), a savepoint. */
async function transaction<T>(db: Db, work: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
  if (!db.isTransaction) return (db as Kysely<DB>).transaction().execute((tx: Transaction<DB>) => work(tx))
  const outer = db as ControlledTransaction<DB>
  const point = await outer.savepoint('inner').execute()
  try {
    const result = await work(point)
    await point.releaseSavepoint('inner').execute()
    return result
  } catch (error) {
    await sql`rollback to savepoint "inner"`.execute(outer)
    throw error
  }
}

/**
 * A verb on one object as every one of an area's is: held with a lock, asked of the rule, then written; in one
 * transaction.
 */
export const commandOn =
  <Held>(hold: (tx: Tx, id: number) => Promise<Held>) =>
  <T>(whyNot: (held: Held, tx: Tx) => string | null, write: (tx: Tx, held: Held) => Promise<T>) =>
  (ctx: Ctx, id: number): Promise<T> =>
    ctx.write(async (tx) => {
      const held = await hold(tx, id)
      tx.refuse(whyNot(held, tx))
      return write(tx, held)
    })

/** What time it is; tests set their own. */
export type Clock = () => Date
export const systemClock: Clock = () => new Date()
