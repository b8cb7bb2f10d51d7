import { type Method, methodsOf } from '#domain/session/second_factor.ts'
import type { AnyTx, Db } from '../../platform/context.ts'
import type { SessionControl } from '../../platform/http/handlers.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { countCodes, findFactors } from './factors_sql.ts'
import { addPending } from './pending_queries.ts'

/** So long a sign-in waits for its second factor, in seconds. */
const LIFE_S = 5 * 60

interface Holder {
  id: number
  password_hash: string | null
}

/** What a pending sign-in keeps of the password that was right: with another one it is worth nothing. */
export const passwordMark = ({ password_hash }: Pick<Holder, 'password_hash'>) =>
  hashToken(password_hash ?? '')

/** With what a user can finish a sign-in; empty where the password is enough. */
export const findMethods = async (db: Db, user_id: number): Promise<Method[]> =>
  methodsOf(await findFactors(db, user_id), await countCodes(db, user_id))

/** Begins a sign-in whose password was right: this browser has five minutes to show a second factor. */
export async function openPending(tx: AnyTx, user: Holder, session: SessionControl) {
  const token = newToken()
  await addPending(tx, {
    token_hash: hashToken(token),
    user_id: user.id,
    password_mark: passwordMark(user),
    expires_at: new Date(+tx.now() + LIFE_S * 1000).toISOString(),
  })
  session.setMark('sign_in', token, LIFE_S)
}
