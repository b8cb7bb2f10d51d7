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

/** No mail waits for more than an hour and its lease; one that would was put off by a clock that was wrong. */
const LONGEST_WAIT_MS = 2 * 60 * 60 * 1000

/** Takes the mail that is due first for the holder of `lease`, or none; group mails come after all others. */
export async function takeMail(db: Db, { lease, now, until, max_tries }: Lease): Promise<TakenMail | null> {
  const mail = await db
    .updateTable('mails')
    .set({ lease, due_at: until.toISOString(), tries: sql`tries + 1` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'waiting')
        .where((eb) =>
          eb.or([
            eb('due_at', '<=', now.toISOString()),
            // Not one that another process has in hand, whatever its clock says.
            eb.and([
              eb('lease', 'is', null),
              eb('due_at', '>', new Date(+now + LONGEST_WAIT_MS).toISOString()),
            ]),
          ]),
        )
        .where('tries', '<', max_tries)
        .orderBy(sql`group_mail_id is not null`)
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

/** Mails that were tried too often without a word on what became of them have failed. */
export const giveUpLost = (db: Db, { now, max_tries }: Pick<Lease, 'now' | 'max_tries'>) =>
  db
    .updateTable('mails')
    .set({ state: 'failed', last_error: LOST, lease: null })
    .where('state', '=', 'waiting')
    .where('tries', '>=', max_tries)
    .where('due_at', '<=', now.toISOString())
    .execute()

/** Notes down what became of a mail, if its lease is still the one it was taken by. */
export const settleMail = (db: Db, { id, lease }: TakenMail, change: Updateable<Mails>) =>
  db
    .updateTable('mails')
    .set({ ...change, lease: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
