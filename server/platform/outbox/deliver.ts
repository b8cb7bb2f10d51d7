import type { Db } from '../context.ts'
import { newToken } from '../tokens.ts'
import { settleMail, type TakenMail, takeMail } from './queries.ts'
import type { Transport } from './transport.ts'

export const MAX_TRIES = 10
const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
/** How long whoever took a mail has it alone; sending gives up long before. */
const LEASE_MS = 5 * MINUTE_MS

/** How long to wait after the n-th failure, in ms: 15 s, doubled each time, at most one hour. */
export const backoff = (tries: number) => Math.min(HOUR_MS, 15_000 * 2 ** (tries - 1))

/** What became of a mail that was taken: null, or why it was not sent. */
export interface Delivered {
  mail: TakenMail
  failure: string | null
  at: Date
}

/**
 * Takes the oldest mail that is due and sends it, outside any transaction; null when none is due. The lease counts as
 * a try, so that a mail whose end is never noted down is sent again at most so often.
 */
export async function deliverNext(
  db: Db,
  transport: Transport,
  from: string,
  clock: () => Date,
): Promise<Delivered | null> {
  const now = clock()
  const lease = { lease: newToken(), now, until: new Date(+now + LEASE_MS), max_tries: MAX_TRIES }
  const mail = await takeMail(db, lease)
  if (!mail) return null
  const failure = await transport.deliver(mail, from).then(
    () => null,
    (error: Error) => error.message,
  )
  return { mail, failure, at: clock() }
}

/** Notes down what became of a mail; whoever's lease was taken over says nothing. */
export async function noteDelivered(db: Db, { mail, failure, at }: Delivered) {
  const change =
    failure === null
      ? ({
          state: 'sent',
          sent_at: at.toISOString(),
          last_error: null,
          ...(mail.secret && { body: '' }),
        } as const)
      : ({
          state: mail.tries >= MAX_TRIES ? 'failed' : 'waiting',
          due_at: new Date(+at + backoff(mail.tries)).toISOString(),
          last_error: failure.slice(0, 1000),
        } as const)
  await settleMail(db, mail, change)
}
