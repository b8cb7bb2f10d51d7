import { EMAIL_PATTERN } from '#domain/input_schemas.ts'
import type { ListViews } from '#domain/session/list_view_schemas.ts'
import type { AnyCtx, Ctx } from '../platform/context.ts'
import type { SessionControl } from '../platform/http/handlers.ts'
import { isWithin, networkOf, spend } from '../platform/http/throttle.ts'
import { verifyPassword } from './password_hash.ts'
import { findUser, findUserByEmail } from './queries.ts'
import { findSecondFactorMethods, openPendingSignIn } from './second_factor/sign_in.ts'
import { actorOf, maySignIn, startSession, type UserAccount } from './session_start.ts'
import { lockAccount } from './shared_queries.ts'

const FIVE_MINUTES = 300

/**
 * Key of the attempt limits. Known and unknown addresses are normalized alike, so that the limits do not reveal which is
 * which; accents and case are ignored, as the database does when it looks up a user.
 */
const throttleKey = ({ email }: { email: string }) =>
  email.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Counts an attempt before the password is checked, so that parallel attempts count; call the result to refund a success. */
async function spendSignInAttempt({ db, address }: AnyCtx, who: string) {
  const from = networkOf(address)
  const limits = [
    { name: 'signin_pair', points: 6, key: `${from} ${who}` },
    { name: 'signin_email', points: 60, key: who },
    { name: 'signin_address', points: 30, key: from },
  ]
  const spent: Awaited<ReturnType<typeof spend>>[] = []
  for (const { name, points, key } of limits)
    spent.push(await spend(db, { name, points, seconds: FIVE_MINUTES }, key))
  return () => Promise.all(spent.map(({ refund }) => refund()))
}

interface Credentials {
  email: string
  password: string
}

/** Signs a user in. A failure never reveals whether the e-mail address is known. */
export async function login(ctx: AnyCtx, { email, password }: Credentials, session: SessionControl) {
  const user = await findUserByEmail(ctx.db, email)
  const refund = await spendSignInAttempt(ctx, throttleKey(user ?? { email })).catch((error) => {
    session.logFailure()
    throw error
  })
  const right = await verifyPassword(password, user?.password_hash)
  const outcome = user && right ? await acceptPassword(ctx, user, session) : null
  if (!outcome) {
    session.logFailure()
    await recordFailedSignIn(ctx, user, email)
    return { success: false }
  }
  await refund()
  return outcome
}

/**
 * Starts the session of a user whose password has just been verified, or asks for the second factor. Returns null if the
 * password has changed since or the user may not sign in. The user's row is locked, so that a change of the password
 * either comes before or ends this session too.
 */
function acceptPassword(ctx: AnyCtx, verified: UserAccount, session: SessionControl) {
  return ctx.as(actorOf(verified)).write(async (tx) => {
    const user = await lockAccount(tx, verified.id)
    if (user?.password_hash !== verified.password_hash || !maySignIn(user, tx.now())) {
      tx.skipAudit('Nobody came in.')
      return null
    }
    const methods = await findSecondFactorMethods(tx, user.id)
    if (methods.length === 0) return startSession(tx, user, session)
    await openPendingSignIn(tx, user, session)
    tx.skipAudit('Nobody came in yet.')
    return { success: false, second: { methods } }
  })
}

/** Audit entries for unknown addresses are limited, so that nobody can flood the log. */
const UNKNOWN_EMAILS = { name: 'signin_stranger', points: 100, seconds: FIVE_MINUTES }

/** Records a failed sign-in. The typed ID is recorded only if it looks like an e-mail address: it may be a password. */
async function recordFailedSignIn(ctx: AnyCtx, user: UserAccount | undefined, typed: string) {
  const { address } = ctx
  if (!user && !(await isWithin(ctx.db, UNKNOWN_EMAILS, 'all'))) return
  const email = user || !EMAIL_PATTERN.test(typed) ? undefined : typed
  await ctx.write((tx) => tx.audit('user.fail_login', { id: user?.id ?? null }, { address, email }))
}

/** Records that someone came with an account at a provider that does not let its user in. */
export const recordFailedProvider = (ctx: AnyCtx, id: number, provider: string) =>
  ctx.write((tx) => tx.audit('user.fail_login', { id }, { address: ctx.address, provider }))

export const logout = (ctx: AnyCtx, session: SessionControl) =>
  ctx.write(async (tx) => {
    await session.end(tx)
    if (tx.actor) await tx.audit('user.logout', tx.actor)
    else tx.skipAudit('Nobody was signed in.')
    return { success: true }
  })

/** The signed-in user, or 0. */
export async function loginUser({ actor, db }: AnyCtx) {
  const user = actor && (await findUser(db, actor.id))
  if (!actor || !user) return 0 as const
  const { id, name, email, affiliation } = user
  const list_views = user.list_views as ListViews
  const { impersonatedBy: actedBy, owes_second_factor, roles } = actor
  return {
    ...{ id, name, email, affiliation, list_views, role: [...roles] },
    ...(owes_second_factor && { owes_second_factor }),
    ...(actedBy && { acting: { id: actedBy.admin.id, name: actedBy.admin.name, until: actedBy.until } }),
  }
}

/** The stored hash if this is the caller's password, otherwise null. A wrong one is audited and counts as a failed sign-in. */
export async function verifyOwnPassword(ctx: Ctx, password: string): Promise<string | null> {
  const refund = await spendSignInAttempt(ctx, throttleKey(ctx.actor))
  const user = await findUser(ctx.db, ctx.actor.id)
  if (!(await verifyPassword(password, user?.password_hash))) {
    await ctx.write((tx) => tx.audit('user.fail_password', tx.actor, { address: ctx.address }))
    return null
  }
  await refund()
  return user?.password_hash ?? null
}

export const isOwnPassword = async (ctx: Ctx, password: string) =>
  (await verifyOwnPassword(ctx, password)) !== null
