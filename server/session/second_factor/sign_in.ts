import type { PasskeyAssertion, SecondFactorInput } from '#domain/session/contract.ts'
import { availableMethods, type Method } from '#domain/session/second_factor.ts'
import type { AnyCtx, AnyTx, Db, Tx } from '../../platform/context.ts'
import type { SessionControl } from '../../platform/http/handlers.ts'
import { spend } from '../../platform/http/throttle.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { codeUsedMail } from '../mails.ts'
import {
  deletePendingSignIn,
  findPendingSignIn,
  findUser,
  insertPendingSignIn,
  lockAccount,
  setPasskeyChallenge,
} from '../queries.ts'
import { actorOf, maySignIn, startSession } from '../session_start.ts'
import { spendRecoveryCode, totpStep } from './codes.ts'
import {
  consumeTotpStep,
  countRecoveryCodes,
  findAuthenticatorApp,
  findFactors,
  findPasskeys,
  recordPasskeyUse,
} from './shared_queries.ts'
import { passkeyRequestOptions, verifyAssertion } from './webauthn.ts'

/** So long a sign-in waits for its second factor, in seconds. */
const LIFE_S = 5 * 60

interface Holder {
  id: number
  password_hash: string | null
}

/** What a pending sign-in keeps of the password that was right: with another one it is worth nothing. */
export const passwordFingerprint = ({ password_hash }: Pick<Holder, 'password_hash'>) =>
  hashToken(password_hash ?? '')

/** With what a user can finish a sign-in; empty where the password is enough. */
export const findSecondFactorMethods = async (db: Db, user_id: number): Promise<Method[]> =>
  availableMethods(await findFactors(db, user_id), await countRecoveryCodes(db, user_id))

/** Begins a sign-in whose password was right: this browser has five minutes to show a second factor. */
export async function openPendingSignIn(tx: AnyTx, user: Holder, session: SessionControl) {
  const token = newToken()
  await insertPendingSignIn(tx, {
    token_hash: hashToken(token),
    user_id: user.id,
    password_mark: passwordFingerprint(user),
    expires_at: new Date(+tx.now() + LIFE_S * 1000).toISOString(),
  })
  session.setToken('sign_in', token, LIFE_S)
}

const FIVE_MINUTES = 300
const DAY = 24 * 3600
const FAILED = { success: false }
const OVER = { success: false, over: true }

const signInToken = (session: SessionControl) => hashToken(session.readToken('sign_in') ?? '')

/**
 * Attempts are paid for before they are looked at, by the account alone: whoever comes as far has its password. At 30
 * a day a code of six digits, three of which are right at a time, is guessed once in thirty years.
 */
async function spendAttempt({ db }: AnyCtx, user_id: number) {
  const limits = [
    { name: 'second_factor', points: 6, seconds: FIVE_MINUTES },
    { name: 'second_factor_day', points: 30, seconds: DAY },
  ]
  const giveBack: (() => Promise<void>)[] = []
  for (const limit of limits) giveBack.push(await spend(db, limit, String(user_id)))
  return () => Promise.all(giveBack.map((back) => back()))
}

/** What this browser is asked with to show a passkey; null when its sign-in has taken too long. */
export function requestPasskey(ctx: AnyCtx, session: SessionControl) {
  const mark = signInToken(session)
  return ctx.write(async (tx) => {
    tx.unrecorded('Nobody came in yet.')
    const pending = await findPendingSignIn(tx, mark, tx.now())
    if (!pending) return { options: null }
    const options = await passkeyRequestOptions(tx.config, await findPasskeys(tx, pending.user_id))
    await setPasskeyChallenge(tx, mark, options.challenge)
    return { options: { ...options } }
  })
}

/** Finishes a sign-in whose password was right. Who fails learns only that. */
export async function completeSignIn(ctx: AnyCtx, shown: SecondFactorInput, session: SessionControl) {
  const mark = signInToken(session)
  const begun = await findPendingSignIn(ctx.db, mark, ctx.now())
  const verified = begun && (await findUser(ctx.db, begun.user_id))
  if (!verified) return OVER
  const giveBack = await spendAttempt(ctx, verified.id)
  const outcome = await ctx.as(actorOf(verified)).write(async (tx) => {
    const user = await lockAccount(tx, verified.id)
    const pending = await findPendingSignIn(tx, mark, tx.now())
    tx.unrecorded('Nobody came in.')
    if (
      !user ||
      !pending ||
      pending.password_mark !== passwordFingerprint(user) ||
      !maySignIn(user, tx.now())
    )
      return OVER
    if (!(await verifySecondFactor(tx, user.id, shown, pending))) return FAILED
    await deletePendingSignIn(tx, mark)
    session.clearToken('sign_in')
    if (shown.method === 'recovery')
      await tx.mail(codeUsedMail(tx.config, user, await countRecoveryCodes(tx, user.id)))
    return startSession(tx, user, session, shown.method)
  })
  if (outcome.success) await giveBack()
  if (outcome === FAILED)
    await ctx.write((tx) =>
      tx.audit('user.fail_second_factor', verified, { second_factor: shown.method, address: ctx.address }),
    )
  return outcome
}

/** Whether what is shown is the user's; it is used up by that. */
async function verifySecondFactor(
  tx: Tx,
  user_id: number,
  shown: SecondFactorInput,
  pending: { token_hash: string; challenge: string | null },
): Promise<boolean> {
  if (shown.method === 'recovery') return spendRecoveryCode(tx, user_id, shown.code)
  if (shown.method === 'passkey') {
    await setPasskeyChallenge(tx, pending.token_hash, null)
    return pending.challenge !== null && verifyPasskey(tx, user_id, shown.response, pending.challenge)
  }
  const app = await findAuthenticatorApp(tx, user_id)
  const step = app && totpStep(app.secret, shown.code, tx.now())
  return step !== undefined && step !== null && consumeTotpStep(tx, user_id, step, tx.now())
}

async function verifyPasskey(tx: Tx, user_id: number, response: PasskeyAssertion, challenge: string) {
  const passkey = (await findPasskeys(tx, user_id)).find(({ credential_id }) => credential_id === response.id)
  const counter = passkey && (await verifyAssertion(tx.config, challenge, passkey, response))
  if (counter === undefined || counter === null) return false
  await recordPasskeyUse(tx, passkey!.id, counter, tx.now())
  return true
}
