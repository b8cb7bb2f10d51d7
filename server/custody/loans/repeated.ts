import { createHash } from 'node:crypto'
import { invalid } from '#domain/errors.ts'
import type { Services, Tx } from '../../platform/context.ts'
import { deleteRepeatedBefore, findRepeated, insertRepeated, lockKey } from './queries.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** What a request says, without how its sender saw what it is about, which changes with the first one. */
const digestOf = (said: object) =>
  createHash('sha256')
    .update(JSON.stringify(said, (name, value) => (name === 'version' ? undefined : value)))
    .digest('base64url')

/**
 * Carries out a request once: sent again with its key, after its answer was lost, it gets the first answer. `endpoint` names
 * what it does, with its object; `said` is what it says about it. Refuses the key with other values, which would seem
 * recorded. Throws 'invalid' for a key that was used for something else.
 */
export async function onceByKey<T>(
  tx: Tx,
  key: string | undefined,
  { endpoint, said }: { endpoint: string; said: object },
  work: () => Promise<T>,
): Promise<T> {
  if (key === undefined) return work()
  await lockKey(tx, tx.actor.id, key)
  const earlier = await findRepeated(tx, tx.actor.id, key)
  const request = `${endpoint} ${digestOf(said)}`
  if (earlier) {
    if (!earlier.endpoint.startsWith(`${endpoint} `))
      throw invalid({ key: 'This key was used for another request.' })
    tx.refuse(
      earlier.endpoint === request
        ? null
        : 'This was recorded before, with other values. Look at what is on record before you enter it again.',
    )
    tx.skipAudit('The request was carried out before.')
    return earlier.reply as T
  }
  const reply = await work()
  await insertRepeated(tx, {
    ...{ user_id: tx.actor.id, key, endpoint: request },
    ...{ reply: JSON.stringify(reply), at: tx.now().toISOString() },
  })
  return reply
}

/** Deletes answers that nobody asks for again. */
export const deleteRepeated = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  deleteRepeatedBefore(db, new Date(+clock() - KEPT_MS))
