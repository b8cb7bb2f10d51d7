import type { PasskeyAssertion, SecondFactorInput } from '#domain/session/contract.ts'
import { type DurationName, durationMs } from '#domain/session/durations.ts'
import { availableMethods, type Method } from '#domain/session/second_factor.ts'
import type { AnyCtx, AnyTx, Db, Tx } from '../../platform/context.ts'
import type { SessionControl } from '../../platform/http/handlers.ts'
import { isWithin, spend } from '../../platform/http/throttle.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { codeUsedMail, factorClosedMail } from '../mails.ts'
import {
  deletePendingSignIn,
  findPendingSignIn,
  findUser,
  insertPendingSignIn,
  setPasskeyChallenge,
} from '../queries.ts'
import { actorOf, maySignIn, startSession, type UserAccount } from '../session_start.ts'
import { lockAccount } from '../shared_queries.ts'
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

/** `provider`: the label of the provider instead of the password. */
export async function openPendingSignIn(
  tx: AnyTx,
  user: PasswordOwner,
  session: SessionControl,
  provider: string | null = null,
) {
  const token = newToken()
  await insertPendingSignIn(tx, {
    token_hash: hashToken(token),
    user_id: user.id,
    password_mark: passwordFingerprint(user),
    provider,
    expires_at: new Date(+tx.now() + LIFE_S * 1000).toISOString(),
  })
  session.setToken('sign_in', token, LIFE_S)
}

const FAILED = { success: false }
const EXPIRED = { success: false, over: true }

const signInToken = (session: SessionControl) => hashToken(session.readToken('sign_in') ?? '')

const secondsOf = (duration: DurationName) => durationMs(duration) / 1000
const DAY_S = secondsOf('second_factor_long_pause')
/** With 30 attempts a day and three valid codes of six digits at a time, guessing one takes thirty years on average. */
const PAUSES = {
  second_factor_pause: { name: 'second_factor', points: 6, seconds: secondsOf('second_factor_pause') },
  second_factor_long_pause: { name: 'second_factor_day', points: 30, seconds: DAY_S },
}
export type Pause = keyof typeof PAUSES
/** E-mails about short pauses; the long one, at most one a day, is always told. */
const TOLD_A_DAY = { name: 'second_factor_told', points: 3, seconds: DAY_S }

/**
 * Counts an attempt before it is checked, per account, because the caller already knows its password. `pause` is the one
 * that begins if this attempt fails.
 */
async function spendAttempt({ db }: AnyCtx, user_id: number) {
  const key = String(user_id)
  const short = await spend(db, PAUSES.second_factor_pause, key)
  const long = await spend(db, PAUSES.second_factor_long_pause, key)
  const pause: Pause | null =
    long.left === 0 ? 'second_factor_long_pause' : short.left === 0 ? 'second_factor_pause' : null
  return { pause, refund: () => Promise.all([short.refund(), long.refund()]) }
}

/** Records a wrong second factor, and tells the owner by e-mail when it was the last one before a pause. */
async function recordFailure(ctx: AnyCtx, user: UserAccount, method: Method, pause: Pause | null) {
  const told =
    pause === 'second_factor_long_pause' ||
    (pause !== null && (await isWithin(ctx.db, TOLD_A_DAY, String(user.id))))
  await ctx.write(async (tx) => {
    await tx.audit('user.fail_second_factor', user, { second_factor: method, address: ctx.address })
    if (pause && told) await tx.mail(factorClosedMail(tx.config, user, PAUSES[pause].points, pause))
  })
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
  const { pause, refund } = await spendAttempt(ctx, verified.id).catch((error) => {
    session.logFailure()
    throw error
  })
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
    const { provider } = pending
    return startSession(tx, user, session, {
      secondFactor: input.method,
      ...(provider !== null && { provider }),
    })
  })
  if (outcome.success) await refund()
  if (outcome === FAILED) {
    session.logFailure()
    await recordFailure(ctx, verified, input.method, pause)
  }
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
