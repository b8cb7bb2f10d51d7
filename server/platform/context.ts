import { type ControlledTransaction, type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#domain/session/actor.ts'
import { recordAudit } from './audit.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { DB } from './database/database.ts'
import type { Files } from './files.ts'
import { type Mail, queueMail } from './outbox/queue.ts'

/** A handle that queries take: a connection, or a transaction on one. */
export type Db = Kysely<DB>

/** A transaction that also records what was done and queues what is to be told. */
export interface Tx extends Kysely<DB> {
  /** Records a write: what was done to which object, and the changed fields before and after. */
  audit(action: string, object: AuditObject, after?: object | null, before?: object | null): Promise<void>
  /** Queues a mail; it leaves only if the transaction commits. */
  mail(mail: Mail): Promise<void>
}
export type AuditObject = { type: string; id: number | null }

/** What a handler may touch. `actor` is the signed-in user, or null on a public call. */
export interface Ctx<A extends Actor | null = Actor> {
  actor: A
  db: Db
  files: Files
  config: Config
  /** The address the call came from. */
  address: string
  now(): Date
  /** Runs `work` in one transaction: all of it happens, or nothing; a refusal is nothing too. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same context on behalf of another actor (a sign-in, the demonstration). */
  as(actor: Actor): Ctx
}
export type AnyCtx = Ctx<Actor | null>

export interface Services {
  db: Db
  files: Files
  config: Config
  clock: Clock
}

/** A context for one actor over the process's services. */
export function context<A extends Actor | null>(services: Services, actor: A, address = ''): Ctx<A> {
  return {
    actor,
    db: services.db,
    files: services.files,
    config: services.config,
    address,
    now: services.clock,
    write: (work) => transaction(services.db, (tx) => work(speaking(tx, actor, services.clock))),
    as: (other) => context(services, other, address),
  }
}

function speaking(tx: Kysely<DB>, actor: Actor | null, clock: Clock): Tx {
  return Object.assign(tx, {
    audit: (action: string, object: AuditObject, after?: object | null, before?: object | null) =>
      recordAudit(tx, { at: clock(), user_id: actor?.id ?? null, action, object, before, after }),
    mail: (mail: Mail) => queueMail(tx, mail, clock()),
  })
}

/** A refusal on its way out of a transaction, so that whatever was written before it is undone. */
class Refusal extends Error {
  readonly outcome: unknown
  constructor(outcome: unknown) {
    super('refused')
    this.outcome = outcome
  }
}

const isRefused = (result: unknown) =>
  typeof result === 'object' && result !== null && 'result' in result && result.result === 0

/** A transaction that only a result other than a refusal commits. */
async function transaction<T>(db: Db, work: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
  try {
    return await nested(db, async (tx) => {
      const result = await work(tx)
      if (isRefused(result)) throw new Refusal(result)
      return result
    })
  } catch (error) {
    if (error instanceof Refusal) return error.outcome as T
    throw error
  }
}

/** A transaction; inside one that is open already (a test's), a savepoint. */
async function nested<T>(db: Db, work: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
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
