import { done } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import { durationMs } from '#domain/session/durations.ts'
import type { ListViews } from '#domain/session/list_view_schemas.ts'
import { whyNotPassword } from '#domain/session/rules.ts'
import { listNames } from '#domain/text.ts'
import type { AnyCtx, AnyTx, Ctx } from '../platform/context.ts'
import type { SessionControl } from '../platform/http/handlers.ts'
import { networkOf, spend } from '../platform/http/throttle.ts'
import { hashToken, newPassword, newToken } from '../platform/tokens.ts'
import { newPasswordMail, passwordChangedMail, resetLinkMail } from './mails.ts'
import { commonPasswords, hashPassword } from './password_hash.ts'
import { confirmOwnIdentities, unconfirmIdentitiesOf } from './providers/identities.ts'
import {
  consumeResetLink,
  isResetLink,
  lockAccountByEmail,
  replaceResetLink,
  setListViews,
  setPassword,
} from './queries.ts'
import { countAccess, endAccess, endLinks, lockAccount } from './shared_queries.ts'
import { verifyOwnPassword } from './sign_in.ts'

const HOUR = 3600
const REQUESTS_AN_HOUR = { name: 'password_request', points: 5, seconds: HOUR }
const RESETS_AN_HOUR = { name: 'password_reset', points: 20, seconds: HOUR }
const NOT_RIGHT = 'The current password is not right.'
const NOT_REGISTERED = 'The email address is not registered.'

interface PasswordChange {
  currentPass: string
  newPass: string
  newPassConfirm: string
  confirm_identities: boolean
}
type WrongField = 'surrent_password' | 'new_password' | 'confirm_password'
const wrong = (error_type: WrongField, message: string) => refusal(message, { error_type })

/** Keeps the views that the caller chose for lists; the others stay. */
export const chooseViews = (ctx: Ctx, chosen: ListViews) =>
  ctx.write(async (tx) => {
    const account = await lockAccount(tx, ctx.actor.id)
    const before = account!.list_views as ListViews
    const list_views = { ...before, ...chosen }
    await setListViews(tx, ctx.actor.id, list_views)
    await tx.audit('user.choose_view', ctx.actor, { list_views }, { list_views: before })
    return done('The view has been chosen.')
  })

/** Changes the caller's password, ends their other sessions and mailed links, and notifies them by mail. */
export async function changePassword(ctx: Ctx, change: PasswordChange, session: SessionControl) {
  const user = ctx.actor
  const present = await verifyOwnPassword(ctx, change.currentPass)
  if (present === null) throw wrong('surrent_password', NOT_RIGHT)
  const why = whyNotPassword(change.newPass, user.email, await commonPasswords())
  if (why) throw wrong('new_password', why)
  if (change.newPass === change.currentPass)
    throw wrong('new_password', 'The new password must differ from the current one.')
  if (change.newPass !== change.newPassConfirm)
    throw wrong('confirm_password', 'The confirmation does not match the new password.')
  const password_hash = await hashPassword(change.newPass)
  return ctx.write(async (tx) => {
    const account = await lockAccount(tx, user.id)
    if (account?.password_hash !== present) throw wrong('surrent_password', NOT_RIGHT)
    await setPassword(tx, user.id, { password_hash, password_generated_until: null })
    const sessions_ended = await session.endOthers(tx, user.id)
    await endLinks(tx, user.id)
    await tx.audit('user.change_password', user, { sessions_ended })
    await tx.mail(passwordChangedMail(tx.config, user))
    const linked = change.confirm_identities ? await confirmOwnIdentities(tx) : []
    return done(passwordChangedText(linked))
  })
}

/** `linked`: the labels of the providers whose accounts were linked with it. */
function passwordChangedText(linked: readonly string[]): string {
  if (linked.length === 0) return 'The password has been changed.'
  const are = linked.length === 1 ? 'is' : 'are'
  return `The password has been changed, and ${listNames(linked, linked.length)} ${are} linked.`
}

export async function requestReset(ctx: AnyCtx, email: string) {
  if (ctx.config.rateLimit > 0) await spend(ctx.db, REQUESTS_AN_HOUR, networkOf(ctx.address))
  return ctx.write(async (tx) => {
    const user = await lockAccountByEmail(tx, email)
    if (!user || user.disabled) return tx.refuse(NOT_REGISTERED)
    await tx.audit('user.request_reset', user)
    await mailResetLink(tx, user)
    return done('I sent a password reset email.')
  })
}

/** Mails a reset link that replaces earlier ones. */
export async function mailResetLink(tx: AnyTx, user: { id: number; name: string; email: string }) {
  const token = newToken()
  await replaceResetLink(tx, hashToken(token), user.id, new Date(+tx.now() + durationMs('reset_link')))
  await tx.mail(resetLinkMail(tx.config, user, token))
}

/** Redeems a reset link: mails a generated password and ends all access of the user. */
export async function reset(ctx: AnyCtx, { email, token }: { email: string; token: string }) {
  if (ctx.config.rateLimit > 0) await spend(ctx.db, RESETS_AN_HOUR, networkOf(ctx.address))
  const token_hash = hashToken(token)
  // Hashing a password is expensive: only for links that were mailed.
  if (!(await isResetLink(ctx.db, token_hash))) throw refusal(NOT_REGISTERED)
  const { password, fields } = await generatePassword(ctx.now())
  return ctx.write(async (tx) => {
    const user = await lockAccountByEmail(tx, email)
    if (!user || user.disabled || !(await consumeResetLink(tx, token_hash, user.id, tx.now())))
      return tx.refuse(NOT_REGISTERED)
    await setPassword(tx, user.id, fields)
    const unlinked = await unconfirmIdentitiesOf(tx, user.id)
    const { api_tokens } = await countAccess(tx, user.id, tx.now())
    const sessions_ended = await endAccess(tx, user.id)
    await tx.audit('user.reset_password', user, { sessions_ended })
    await tx.mail(newPasswordMail(tx.config, user, password, { api_tokens, unlinked }))
    return done('A new password has been sent by e-mail.')
  })
}

/** A new password with its column values; the caller mails it. */
export async function generatePassword(now: Date) {
  const password = newPassword()
  return {
    password,
    fields: {
      password_hash: await hashPassword(password),
      password_generated_until: new Date(+now + durationMs('temporary_password')).toISOString(),
    },
  }
}
