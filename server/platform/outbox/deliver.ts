import type { Db } from '../context.ts'
import type { Transport } from './transport.ts'

export const MAX_TRIES = 10
const HOUR_MS = 60 * 60 * 1000

/** How long to wait after the n-th failure, in ms: 15 s, doubled each time, at most one hour. */
export const backoff = (tries: number) => Math.min(HOUR_MS, 15_000 * 2 ** (tries - 1))

/**
 * Sends the oldest mail that is due, and says whether there was one. Its row stays locked meanwhile, so no other
 * worker takes it; a worker that is killed lets go of the lock at once and the mail is tried again.
 */
export async function deliverNext(db: Db, transport: Transport, from: string, clock: () => Date) {
  return db.transaction().execute(async (tx) => {
    const mail = await tx
      .selectFrom('mails')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('due_at', '<=', clock().toISOString())
      .orderBy('due_at')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!mail) return false
    const failure = await transport.deliver(mail, from).then(
      () => null,
      (error: Error) => error.message,
    )
    const now = clock()
    const tries = mail.tries + 1
    const change =
      failure === null
        ? { state: 'sent', sent_at: now.toISOString(), last_error: null, ...(mail.secret && { body: '' }) }
        : {
            state: tries >= MAX_TRIES ? 'failed' : 'waiting',
            due_at: new Date(+now + backoff(tries)).toISOString(),
            last_error: failure.slice(0, 1000),
          }
    await tx
      .updateTable('mails')
      .set({ ...change, tries })
      .where('id', '=', mail.id)
      .execute()
    return true
  })
}
