import { refusal } from '#domain/errors.ts'
import type { Actor } from '#domain/session/actor.ts'
import { landing, whyNotPassword } from '#domain/session/rules.ts'
import { done } from '#domain/wire.ts'
import type { AnyCtx, AnyTx, Ctx } from '../platform/context.ts'
import type { SessionControl } from '../platform/http/handlers.ts'
import { spend } from '../platform/http/throttle.ts'
import { rolesOf } from '../platform/session.ts'
import { hashToken, newPassword, newToken } from '../platform/tokens.ts'
import { endAccess } from './access_sql.ts'
import { newPasswordMail, passwordChangedMail, resetLinkMail } from './mails.ts'
import { hashPassword, isCommon, matches } from './passwords.ts'
import {
  findUser,
  findUserByEmail,
  hasTerm,
  noteLogin,
  replaceReset,
  setPassword,
  takeReset,
} from './queries.ts'

const FIVE_MINUTES = 300
const HOUR = 3600
const HOUR_MS = HOUR * 1000
const GENERATED_LIFE_MS = 14 * 24 * HOUR_MS
const NOT_REGISTERED = 'The email address is not registered.'

/** Attempts are paid for before the password is looked at, so that parallel ones count; a right one is given back. */
async function spendSignIn({ db, address }: AnyCtx, email: string) {
  const who = email.toLowerCase()
  const limits = [
    { name: 'signin_pair', points: 6, key: `${address} ${who}` },
    { name: 'signin_email', points: 60, key: who },
    { name: 'signin_address', points: 30, key: address },
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
  const giveBack = await spendSignIn(ctx, email)
  const user = await findUserByEmail(ctx.db, email)
  const right = await matches(password, user?.password_hash)
  const until = user?.password_generated_until ?? null
  const lapsed = until !== null && Date.parse(until) <= +ctx.now()
  if (!user || !right || user.disabled || lapsed) return { success: false }
  await giveBack()
  const roles = rolesOf(user)
  const actor: Actor = { id: user.id, name: user.name, email: user.email, roles }
  await session.start(user.id)
  await ctx.as(actor).write(async (tx) => {
    await noteLogin(tx, user.id, tx.now())
    await tx.audit('user.login', user)
  })
  return {
    success: true,
    user: { id: user.id, name: user.name, email: user.email, affiliation: user.affiliation, role: roles },
    role: roles,
    redirect: landing({ roles, generatedPassword: until !== null, hasTerm: await hasTerm(ctx.db) }),
  }
}

/** The signed-in user, or 0. */
export async function loginUser({ actor, db }: AnyCtx) {
  const user = actor && (await findUser(db, actor.id))
  if (!actor || !user) return 0 as const
  const { id, name, email, affiliation } = user
  return { id, name, email, affiliation, role: [...actor.roles] }
}

interface PasswordChange {
  currentPass: string
  newPass: string
  newPassConfirm: string
}
type WrongField = 'surrent_password' | 'new_password' | 'confirm_password'
const wrong = (error_type: WrongField, message: string) => refusal(message, { error_type })

/** Whether this is the caller's own password; a wrong one counts as a failed sign-in does. */
export async function isOwnPassword(ctx: Ctx, password: string): Promise<boolean> {
  const giveBack = await spendSignIn(ctx, ctx.actor.email)
  const user = await findUser(ctx.db, ctx.actor.id)
  const right = await matches(password, user?.password_hash)
  if (right) await giveBack()
  return right
}

/** Changes the own password, ends the user's other sessions and tells the owner by mail. */
export async function changePassword(ctx: Ctx, change: PasswordChange, session: SessionControl) {
  const user = ctx.actor
  if (!(await isOwnPassword(ctx, change.currentPass)))
    throw wrong('surrent_password', 'The current password is not right.')
  const why = whyNotPassword(change.newPass, user.email, isCommon)
  if (why) throw wrong('new_password', why)
  if (change.newPass === change.currentPass)
    throw wrong('new_password', 'The new password must differ from the current one.')
  if (change.newPass !== change.newPassConfirm)
    throw wrong('confirm_password', 'The confirmation does not match the new password.')
  const password_hash = await hashPassword(change.newPass)
  await ctx.write(async (tx) => {
    await setPassword(tx, user.id, { password_hash, password_generated_until: null })
    await tx.audit('user.change_password', user)
    await tx.mail(passwordChangedMail(tx.config, user))
  })
  await session.endOthers(user.id)
  return done('The password has been changed.')
}

/** Mails a link that resets the password, valid for 60 minutes. */
export async function requestReset(ctx: AnyCtx, email: string) {
  if (ctx.config.rateLimit > 0)
    await spend(ctx.db, { name: 'password_request', points: 5, seconds: HOUR }, ctx.address)
  const user = await findUserByEmail(ctx.db, email)
  if (!user || user.disabled) throw refusal(NOT_REGISTERED)
  await ctx.write(async (tx) => {
    await tx.audit('user.request_reset', user)
    await mailResetLink(tx, user)
  })
  return done('I sent a password reset email.')
}

/** Mails a link that resets a user's password, valid for 60 minutes; earlier ones are worth nothing any more. */
export async function mailResetLink(tx: AnyTx, user: { id: number; name: string; email: string }) {
  const token = newToken()
  await replaceReset(tx, hashToken(token), user.id, new Date(+tx.now() + HOUR_MS))
  await tx.mail(resetLinkMail(tx.config, user, token))
}

/** Uses a reset link: mails a generated password and ends every session of the user. */
export async function reset(ctx: AnyCtx, { email, token }: { email: string; token: string }) {
  const { password, fields } = await generatePassword(ctx.now())
  return ctx.write(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user || user.disabled || !(await takeReset(tx, hashToken(token), user.id, tx.now())))
      return tx.refuse(NOT_REGISTERED)
    await setPassword(tx, user.id, fields)
    await endAccess(tx, user.id)
    await tx.audit('user.reset_password', user)
    await tx.mail(newPasswordMail(tx.config, user, password))
    return done('A new password has been sent by e-mail.')
  })
}

/** A fresh generated password and the fields that go with it; the caller mails it. */
export async function generatePassword(now: Date) {
  const password = newPassword()
  return {
    password,
    fields: {
      password_hash: await hashPassword(password),
      password_generated_until: new Date(+now + GENERATED_LIFE_MS).toISOString(),
    },
  }
}
