import type { Db } from '../../platform/context.ts'

interface Pending {
  token_hash: string
  user_id: number
  password_mark: string
  expires_at: string
}

export const addPending = (tx: Db, pending: Pending) =>
  tx.insertInto('pending_sign_ins').values(pending).execute()

/** A sign-in that waits for its second factor. */
export const findPending = (db: Db, token_hash: string, now: Date) =>
  db
    .selectFrom('pending_sign_ins')
    .selectAll()
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** The challenge that a passkey is to answer next; null once one was used. */
export const setChallenge = (tx: Db, token_hash: string, challenge: string | null) =>
  tx.updateTable('pending_sign_ins').set({ challenge }).where('token_hash', '=', token_hash).execute()

export const deletePending = (tx: Db, token_hash: string) =>
  tx.deleteFrom('pending_sign_ins').where('token_hash', '=', token_hash).execute()
