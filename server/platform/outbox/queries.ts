import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../context.ts'
import type { Mails } from '../database/tables.gen.ts'

export type TakenMail = Selectable<Mails>

interface Lease {
  lease: string
  now: Date
  /** When the mail may be taken again, if nobody has noted down what became of it. */
  until: Date
  max_tries: number
}

const LOST = 'It was tried as often as it may be, and what became of the last try is not known.'

/** Takes the oldest mail that is due for the holder of `lease`, or none; a mail tried too often without a word has failed. */
export async function takeMail(db: Db, { lease, now, until, max_tries }: Lease): Promise<TakenMail | null> {
  const at = now.toISOString()
  await db
    .updateTable('mails')
    .set({ state: 'failed', last_error: LOST, lease: null })
    .where('state', '=', 'waiting')
    .where('tries', '>=', max_tries)
    .where('due_at', '<=', at)
    .execute()
  const mail = await db
    .updateTable('mails')
    .set({ lease, due_at: until.toISOString(), tries: sql`tries + 1` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'waiting')
        .where('due_at', '<=', at)
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  return mail ?? null
}

/** Notes down what became of a mail, if its lease is still the one it was taken by. */
export const settleMail = (db: Db, { id, lease }: TakenMail, change: Updateable<Mails>) =>
  db
    .updateTable('mails')
    .set({ ...change, lease: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
