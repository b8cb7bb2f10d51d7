import { EMAIL_PATTERN } from '#domain/input_schemas.ts'
import type { AnyCtx, Ctx } from '../platform/context.ts'
import type { SessionControl } from '../platform/http/handlers.ts'
import { networkOf } from '../platform/http/network.ts'
import { isWithin, spend } from '../platform/http/throttle.ts'
import { verifyPassword } from './password_hash.ts'
import { findUser, findUserByEmail, lockAccount } from './queries.ts'
import { findSecondFactorMethods, openPendingSignIn } from './second_factor/sign_in.ts'
import { actorOf, maySignIn, startSession, type UserAccount } from './session_start.ts'

const FIVE_MINUTES = 300

/**
 * As what an e-mail is counted, a user's as what is nobody's, so that the limits do not tell which it is: letters that look
 * alike are one, and so is whatever the database takes for a letter.
 */
const throttleKey = ({ email }: { email: string }) =>
  email.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Attempts are paid for before the password is looked at, so that parallel ones count; a right one is given back. */
async function spendSignInAttempt({ db, address }: AnyCtx, who: string) {
  const from = networkOf(address)
  const limits = [
    { name: 'signin_pair', points: 6, key: `${from} ${who}` },
    { name: 'signin_email', points: 60, key: who },
    { name: 'signin_address', points: 30, key: from },
  ]
  const giveBack: (() => Promise<void>)[] = []
  for (const { name, points, key } of limits)
    giveBack.push(await spend(db, { name, points, seconds: FIVE_MINUTES }, key))
  return () => Promise.all(giveBack.map((back) => back()))
}

interface Credentials {
  email: string
  password: string
}

/** Signs a user in. Who fails learns only that: never whether the e-mail is known. */
export async function login(ctx: AnyCtx, { email, password }: Credentials, session: SessionControl) {
  const user = await findUserByEmail(ctx.db, email)
  const giveBack = await spendSignInAttempt(ctx, throttleKey(user ?? { email }))
  const right = await verifyPassword(password, user?.password_hash)
  const outcome = user && right ? await acceptPassword(ctx, user, session) : null
  if (!outcome) {
    await recordFailedSignIn(ctx, user, email)
    return { success: false }
  }
  await giveBack()
  return outcome
}

/**
 * Begins the session of a user whose password was right a moment ago, or asks for the second factor; null when it has
 * been changed since, or the user may not come in. The user's row is held: a change of the password comes wholly before,
 * or ends this session too.
 */
function acceptPassword(ctx: AnyCtx, verified: UserAccount, session: SessionControl) {
  return ctx.as(actorOf(verified)).write(async (tx) => {
    const user = await lockAccount(tx, verified.id)
    if (user?.password_hash !== verified.password_hash || !maySignIn(user, tx.now())) {
      tx.unrecorded('Nobody came in.')
      return null
    }
    const methods = await findSecondFactorMethods(tx, user.id)
    if (methods.length === 0) return startSession(tx, user, session)
    await openPendingSignIn(tx, user, session)
    tx.unrecorded('Nobody came in yet.')
    return { success: false, second: { methods } }
  })
}

/** So many entries of e-mails that are nobody's in five minutes, whoever tries: the log can not be flooded with them. */
const UNKNOWN_EMAILS = { name: 'signin_stranger', points: 100, seconds: FIVE_MINUTES }

/**
 * Records a sign-in that failed, from where and of whom. What was typed is kept only where it has the form of an e-mail
 * address: people type their passwords into the wrong field.
 */
async function recordFailedSignIn(ctx: AnyCtx, user: UserAccount | undefined, typed: string) {
  const { address } = ctx
  if (!user && !(await isWithin(ctx.db, UNKNOWN_EMAILS, 'all'))) return
  const email = user || !EMAIL_PATTERN.test(typed) ? undefined : typed
  await ctx.write((tx) => tx.audit('user.fail_login', { id: user?.id ?? null }, { address, email }))
}

/** Ends the caller's session, if there is one. */
export const logout = (ctx: AnyCtx, session: SessionControl) =>
  ctx.write(async (tx) => {
    await session.end(tx)
    if (tx.actor) await tx.audit('user.logout', tx.actor)
    else tx.unrecorded('Nobody was signed in.')
    return { success: true }
  })

/** The signed-in user, or 0. */
export async function loginUser({ actor, db }: AnyCtx) {
  const user = actor && (await findUser(db, actor.id))
  if (!actor || !user) return 0 as const
  const { id, name, email, affiliation } = user
  const { impersonatedBy: actedBy, owes_second_factor, roles } = actor
  return {
    ...{ id, name, email, affiliation, role: [...roles] },
    ...(owes_second_factor && { owes_second_factor }),
    ...(actedBy && { acting: { id: actedBy.admin.id, name: actedBy.admin.name, until: actedBy.until } }),
  }
}

/** The stored hash of the caller's password if this is it, else null; a wrong one counts as a failed sign-in does. */
export async function verifyOwnPassword(ctx: Ctx, password: string): Promise<string | null> {
  const giveBack = await spendSignInAttempt(ctx, throttleKey(ctx.actor))
  const user = await findUser(ctx.db, ctx.actor.id)
  if (!(await verifyPassword(password, user?.password_hash))) return null
  await giveBack()
  return user?.password_hash ?? null
}

/** Whether this is the caller's own password; a wrong one counts as a failed sign-in does. */
export const isOwnPassword = async (ctx: Ctx, password: string) =>
  (await verifyOwnPassword(ctx, password)) !== null
