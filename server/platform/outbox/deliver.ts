import type { Db } from '../context.ts'
import { newToken } from '../tokens.ts'
import { giveUpLost, settleMail, type TakenMail, takeMail } from './queries.ts'
import { Refused, type Transport } from './transport.ts'

export const MAX_TRIES = 10
const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
/** How long whoever took a mail has it alone; sending gives up before. */
const LEASE_MS = 5 * MINUTE_MS

/** How long to wait after the n-th failure, in ms: 15 s, doubled each time, at most one hour. */
export const backoff = (tries: number) => Math.min(HOUR_MS, 15_000 * 2 ** (tries - 1))

/** What became of a mail that was taken. */
export interface Delivered {
  mail: TakenMail
  /** Why it was not sent; null when it was. */
  failure: string | null
  /** Sending it again would come to the same. */
  final: boolean
  /** What was said of recipients who did not get it while others did. */
  partly: string | null
  at: Date
}

/**
 * Takes the mail that is due first and sends it, outside any transaction; null when none is due. The lease counts as
 * a try, so that a mail whose end is never noted down is sent again at most so often. `onTaken` hears of it first.
 */
export async function deliverNext(
  db: Db,
  transport: Transport,
  from: string,
  clock: () => Date,
  onTaken = () => {},
): Promise<Delivered | null> {
  const now = clock()
  const lease = { lease: newToken(), now, until: new Date(+now + LEASE_MS), max_tries: MAX_TRIES }
  const mail = await takeMail(db, lease)
  if (!mail) {
    await giveUpLost(db, lease)
    return null
  }
  onTaken()
  try {
    const partly = await transport.deliver(mail, from)
    return { mail, failure: null, final: false, partly, at: clock() }
  } catch (error) {
    const { message } = error as Error
    return { mail, failure: message, final: error instanceof Refused, partly: null, at: clock() }
  }
}

/** Notes down what became of a mail; whoever's lease was taken over says nothing. */
export async function noteDelivered(db: Db, { mail, failure, final, partly, at }: Delivered) {
  const change =
    failure === null
      ? ({
          state: 'sent',
          sent_at: at.toISOString(),
          last_error: partly?.slice(0, 1000) ?? null,
          ...(mail.secret && { body: '' }),
        } as const)
      : ({
          state: final || mail.tries >= MAX_TRIES ? 'failed' : 'waiting',
          due_at: new Date(+at + backoff(mail.tries)).toISOString(),
          last_error: failure.slice(0, 1000),
        } as const)
  await settleMail(db, mail, change)
}
