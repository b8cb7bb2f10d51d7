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

/** How long a sign-in waits for its second factor. */
const LIFE_S = 5 * 60

interface PasswordOwner {
  id: number
  password_hash: string | null
}

/** Stored with a pending sign-in, which becomes invalid when the password changes. */
export const passwordFingerprint = ({ password_hash }: Pick<PasswordOwner, 'password_hash'>) =>
  hashToken(password_hash ?? '')

/** Second factors that the user can sign in with; empty if the password is enough. */
export const findSecondFactorMethods = async (db: Db, user_id: number): Promise<Method[]> =>
  availableMethods(await findFactors(db, user_id), await countRecoveryCodes(db, user_id))

export async function openPendingSignIn(tx: AnyTx, user: PasswordOwner, session: SessionControl) {
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
const EXPIRED = { success: false, over: true }

const signInToken = (session: SessionControl) => hashToken(session.readToken('sign_in') ?? '')

/**
 * Counts an attempt before it is checked, per account, because the caller already knows its password. With 30 attempts a
 * day and three valid codes of six digits at a time, guessing one takes thirty years on average.
 */
async function spendAttempt({ db }: AnyCtx, user_id: number) {
  const limits = [
    { name: 'second_factor', points: 6, seconds: FIVE_MINUTES },
    { name: 'second_factor_day', points: 30, seconds: DAY },
  ]
  const refunds: (() => Promise<void>)[] = []
  for (const limit of limits) refunds.push(await spend(db, limit, String(user_id)))
  return () => Promise.all(refunds.map((refund) => refund()))
}

/** WebAuthn options for this browser's pending sign-in; null if that has expired. */
export function requestPasskey(ctx: AnyCtx, session: SessionControl) {
  const mark = signInToken(session)
  return ctx.write(async (tx) => {
    tx.skipAudit('Nobody came in yet.')
    const pending = await findPendingSignIn(tx, mark, tx.now())
    if (!pending) return { options: null }
    const options = await passkeyRequestOptions(tx.config, await findPasskeys(tx, pending.user_id))
    await setPasskeyChallenge(tx, mark, options.challenge)
    return { options: { ...options } }
  })
}

/** Completes a pending sign-in. A failure does not say what was wrong. */
export async function completeSignIn(ctx: AnyCtx, input: SecondFactorInput, session: SessionControl) {
  const mark = signInToken(session)
  const pendingBefore = await findPendingSignIn(ctx.db, mark, ctx.now())
  const verified = pendingBefore && (await findUser(ctx.db, pendingBefore.user_id))
  if (!verified) return EXPIRED
  const refund = await spendAttempt(ctx, verified.id)
  const outcome = await ctx.as(actorOf(verified)).write(async (tx) => {
    const user = await lockAccount(tx, verified.id)
    const pending = await findPendingSignIn(tx, mark, tx.now())
    tx.skipAudit('Nobody came in.')
    if (
      !user ||
      !pending ||
      pending.password_mark !== passwordFingerprint(user) ||
      !maySignIn(user, tx.now())
    )
      return EXPIRED
    if (!(await verifySecondFactor(tx, user.id, input, pending))) return FAILED
    await deletePendingSignIn(tx, mark)
    session.clearToken('sign_in')
    if (input.method === 'recovery')
      await tx.mail(codeUsedMail(tx.config, user, await countRecoveryCodes(tx, user.id)))
    return startSession(tx, user, session, input.method)
  })
  if (outcome.success) await refund()
  if (outcome === FAILED)
    await ctx.write((tx) =>
      tx.audit('user.fail_second_factor', verified, { second_factor: input.method, address: ctx.address }),
    )
  return outcome
}

/** Checks a second factor and uses it up. */
async function verifySecondFactor(
  tx: Tx,
  user_id: number,
  input: SecondFactorInput,
  pending: { token_hash: string; challenge: string | null },
): Promise<boolean> {
  if (input.method === 'recovery') return spendRecoveryCode(tx, user_id, input.code)
  if (input.method === 'passkey') {
    await setPasskeyChallenge(tx, pending.token_hash, null)
    return pending.challenge !== null && verifyPasskey(tx, user_id, input.response, pending.challenge)
  }
  const app = await findAuthenticatorApp(tx, user_id)
  const step = app && totpStep(app.secret, input.code, tx.now())
  return step !== undefined && step !== null && consumeTotpStep(tx, user_id, step, tx.now())
}

async function verifyPasskey(tx: Tx, user_id: number, response: PasskeyAssertion, challenge: string) {
  const passkey = (await findPasskeys(tx, user_id)).find(({ credential_id }) => credential_id === response.id)
  const counter = passkey && (await verifyAssertion(tx.config, challenge, passkey, response))
  if (counter === undefined || counter === null) return false
  await recordPasskeyUse(tx, passkey!.id, counter, tx.now())
  return true
}
