import { done } from '#domain/endpoint.ts'
import { Fault, invalid, notFound } from '#domain/errors.ts'
import type { PasskeyRegistration } from '#domain/session/contract.ts'
import { durationMs } from '#domain/session/durations.ts'
import {
  type Factors,
  hasFactor,
  requiresSecondFactor,
  whyNotAddApp,
  whyNotAddPasskey,
  whyNotMakeRecoveryCodes,
  whyNotRemoveFactor,
} from '#domain/session/second_factor.ts'
import { describeBrowser } from '#domain/session/user_agent.ts'
import { listNames } from '#domain/text.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import type { SessionControl } from '../../platform/http/handlers.ts'
import { factorMail } from '../mails.ts'
import { deleteSession, findOwnSessions, findSession } from '../queries.ts'
import { lockAccount } from '../shared_queries.ts'
import { verifyOwnPassword } from '../sign_in.ts'
import { makeRecoveryCodes, newTotpSecret, totpStep, totpUri } from './codes.ts'
import {
  countRecoveryCodes,
  deleteAuthenticatorApp,
  deletePasskey,
  deleteRecoveryCodes,
  deleteSetup,
  findAuthenticatorApp,
  findFactors,
  findPasskey,
  findPasskeys,
  findSetup,
  insertAuthenticatorApp as insertApp,
  insertPasskey,
  isSecondFactorRequired,
  saveSetup,
} from './shared_queries.ts'
import { passkeyCreationOptions, supportsPasskeys, verifyRegistration } from './webauthn.ts'

async function lockOwnAccount(tx: Tx) {
  const user = await lockAccount(tx, tx.actor.id)
  if (!user) throw notFound()
  return { user, factors: await findFactors(tx, user.id) }
}
type OwnAccount = {
  user: { id: number; name: string; email: string; password_hash: string | null }
  factors: Factors
}

/** Runs a command on the caller's locked account. */
const withOwnAccount = <T>(ctx: Ctx, work: (tx: Tx, own: OwnAccount) => Promise<T>): Promise<T> =>
  ctx.write(async (tx) => work(tx, await lockOwnAccount(tx)))

const wrongPassword = () => invalid({ password: 'The password is not right.' })

/**
 * The same for commands that need the password, which must still be valid once the account is locked. A wrong password
 * counts as a failed sign-in. Throws 'invalid'.
 */
async function withPassword<T>(ctx: Ctx, password: string, work: (tx: Tx, own: OwnAccount) => Promise<T>) {
  const present = await verifyOwnPassword(ctx, password)
  if (present === null) throw wrongPassword()
  return withOwnAccount(ctx, async (tx, own) => {
    if (own.user.password_hash !== present) throw wrongPassword()
    return work(tx, own)
  })
}

/** Maximum number of browsers that a sentence names. */
const MAX_BROWSERS = 3
const TOO_LATE = 'This took too long. Please begin again.'

const until = (tx: Tx, ms: number) => new Date(+tx.now() + ms).toISOString()

/** New recovery codes with the first factor, or if none are left. */
const recoveryCodesIfNone = async (tx: Tx, factors: Factors, user_id: number) =>
  hasFactor(factors) && (await countRecoveryCodes(tx, user_id)) > 0
    ? {}
    : { recovery_codes: await makeRecoveryCodes(tx, user_id) }

/** Starts setting up an authenticator app. The secret is shown only once and is valid for 15 minutes. */
export const beginApp = (ctx: Ctx, password: string, session: SessionControl) =>
  withPassword(ctx, password, async (tx, { user, factors }) => {
    tx.refuse(whyNotAddApp(factors))
    const secret = newTotpSecret()
    const expires_at = until(tx, durationMs('authenticator_setup'))
    await saveSetup(tx, { session_hash: session.own, kind: 'totp', secret, expires_at })
    tx.skipAudit('Nothing is set up yet.')
    return { ...done('Scan the code with your app.'), secret, uri: totpUri(secret, user.email) }
  })

/**
 * Ends the caller's other sessions if they want it, which outlive a change of the factors otherwise. Returns their number
 * for the audit log and a sentence that names them.
 */
async function endOthersToo(tx: Tx, wanted: boolean, session: SessionControl) {
  if (!wanted) return { sessions_ended: 0, also: '' }
  const others = (await findOwnSessions(tx, tx.actor.id, tx.now())).filter(
    ({ token_hash }) => token_hash !== session.own,
  )
  await session.endOthers(tx, tx.actor.id)
  const browsers = others.map(({ agent }) => describeBrowser(agent))
  return {
    sessions_ended: others.length,
    also:
      others.length === 0 ? '' : ` You have been signed out elsewhere: ${listNames(browsers, MAX_BROWSERS)}.`,
  }
}

/** Confirms the app with its first code. Throws 'invalid'. */
export const addApp = (
  ctx: Ctx,
  { code, end_others }: { code: string; end_others: boolean },
  session: SessionControl,
) =>
  withOwnAccount(ctx, async (tx, { user, factors }) => {
    tx.refuse(whyNotAddApp(factors))
    const setup = await findSetup(tx, session.own, 'totp', tx.now())
    if (!setup) return tx.refuse(TOO_LATE)
    const step = totpStep(setup.secret, code, tx.now())
    if (step === null)
      throw invalid({ code: 'This code is not right. Is the time of your device set by itself?' })
    const created_at = tx.now().toISOString()
    await insertApp(tx, { user_id: user.id, secret: setup.secret, last_step: step, created_at })
    await deleteSetup(tx, session.own, 'totp')
    const { sessions_ended, also } = await endOthersToo(tx, end_others, session)
    await tx.audit('user.add_app', user, { sessions_ended })
    await tx.mail(factorMail(tx.config, user, 'An authenticator app was set up for your account just now.'))
    return {
      ...done(`The authenticator app is set up.${also}`),
      ...(await recoveryCodesIfNone(tx, factors, user.id)),
    }
  })

/** Starts adding a passkey; returns the options for the browser. */
export const beginPasskey = (
  ctx: Ctx,
  { name, password }: { name: string; password: string },
  session: SessionControl,
) =>
  withPassword(ctx, password, async (tx, { user, factors }) => {
    tx.refuse(whyNotAddPasskey(factors, supportsPasskeys(tx.config)))
    const options = await passkeyCreationOptions(tx.config, user, await findPasskeys(tx, user.id))
    const expires_at = until(tx, durationMs('passkey_setup'))
    const { own: session_hash } = session
    await saveSetup(tx, { session_hash, kind: 'passkey', secret: options.challenge, name, expires_at })
    tx.skipAudit('Nothing is set up yet.')
    return { ...done('Your browser asks for the passkey.'), options: { ...options } }
  })

export const addPasskey = (
  ctx: Ctx,
  { response, end_others }: { response: PasskeyRegistration; end_others: boolean },
  session: SessionControl,
) =>
  withOwnAccount(ctx, async (tx, { user, factors }) => {
    tx.refuse(whyNotAddPasskey(factors, supportsPasskeys(tx.config)))
    const setup = await findSetup(tx, session.own, 'passkey', tx.now())
    if (!setup) return tx.refuse(TOO_LATE)
    await deleteSetup(tx, session.own, 'passkey')
    const passkey = await verifyRegistration(tx.config, setup.secret, response)
    if (!passkey) {
      tx.skipAudit('It was no passkey of this page.')
      return { result: 0 as const, message: 'This passkey could not be checked. Please begin again.' }
    }
    const { name } = setup
    const created_at = tx.now().toISOString()
    const added = await insertPasskey(tx, { user_id: user.id, name, created_at, ...passkey })
    if (!added) return tx.refuse('This passkey is in use already.')
    const { sessions_ended, also } = await endOthersToo(tx, end_others, session)
    await tx.audit('user.add_passkey', user, { name, sessions_ended })
    await tx.mail(factorMail(tx.config, user, `The passkey "${name}" was added to your account just now.`))
    return {
      ...done(`The passkey ${name} is added.${also}`),
      ...(await recoveryCodesIfNone(tx, factors, user.id)),
    }
  })

/** The codes are shown only once. */
export const replaceOwnRecoveryCodes = (ctx: Ctx, password: string) =>
  withPassword(ctx, password, async (tx, { user, factors }) => {
    tx.refuse(whyNotMakeRecoveryCodes(factors))
    const recovery_codes = await makeRecoveryCodes(tx, user.id)
    await tx.audit('user.make_recovery_codes', user)
    await tx.mail(
      factorMail(
        tx.config,
        user,
        'New recovery codes were made for your account just now; the old ones no longer work.',
      ),
    )
    return { ...done('The new recovery codes are made.'), recovery_codes }
  })

/** Refuses to remove a required factor; the last factor takes the recovery codes with it. */
async function requireRemovable(tx: Tx, left: Factors) {
  const required = requiresSecondFactor(tx.actor.roles) && (await isSecondFactorRequired(tx))
  tx.refuse(whyNotRemoveFactor(left, required))
  if (!hasFactor(left)) await deleteRecoveryCodes(tx, tx.actor.id)
}

interface Removal {
  password: string
  end_others: boolean
}

export const removeApp = (ctx: Ctx, { password, end_others }: Removal, session: SessionControl) =>
  withPassword(ctx, password, async (tx, { user, factors }) => {
    if (!factors.totp) tx.refuse('You have no authenticator app.')
    await requireRemovable(tx, { ...factors, totp: false })
    await deleteAuthenticatorApp(tx, user.id)
    const { sessions_ended, also } = await endOthersToo(tx, end_others, session)
    await tx.audit('user.remove_app', user, { sessions_ended })
    await tx.mail(factorMail(tx.config, user, 'The authenticator app of your account was removed just now.'))
    return done(`The authenticator app is removed.${also}`)
  })

/** Throws 'missing', and 'forbidden' for someone else's passkey. */
export async function removePasskey(
  ctx: Ctx,
  id: number,
  { password, end_others }: Removal,
  session: SessionControl,
) {
  const passkey = await findPasskey(ctx.db, id)
  if (!passkey) throw notFound()
  if (passkey.user_id !== ctx.actor.id) throw new Fault('forbidden')
  return withPassword(ctx, password, async (tx, { user, factors }) => {
    if (!(await findPasskey(tx, id))) throw notFound()
    await requireRemovable(tx, { ...factors, passkeys: factors.passkeys - 1 })
    await deletePasskey(tx, id)
    const { name } = passkey
    const { sessions_ended, also } = await endOthersToo(tx, end_others, session)
    await tx.audit('user.remove_passkey', user, { name, sessions_ended })
    await tx.mail(
      factorMail(tx.config, user, `The passkey "${name}" was removed from your account just now.`),
    )
    return done(`The passkey ${name} is removed.${also}`)
  })
}

async function ownSessions(ctx: Ctx, session: SessionControl) {
  const sessions = await findOwnSessions(ctx.db, ctx.actor.id, ctx.now())
  return sessions.map(({ token_hash, agent, address, ...times }) => ({
    ...times,
    browser: describeBrowser(agent),
    address: address || null,
    current: token_hash === session.own,
  }))
}

/** Throws 'missing', and 'forbidden' for someone else's session. */
export const endSession = (ctx: Ctx, id: number, session: SessionControl) =>
  withOwnAccount(ctx, async (tx, { user }) => {
    const target = await findSession(tx, id)
    if (!target) throw notFound()
    if (target.user_id !== user.id) throw new Fault('forbidden')
    if (target.token_hash === session.own) tx.refuse('This is the session that you use. Log out to end it.')
    await deleteSession(tx, id)
    const { address, agent } = target
    await tx.audit('user.end_session', user, { browser: describeBrowser(agent), address })
    return done('The session is ended.')
  })

/** Ends all sessions of the caller except the current one. */
export const endOtherSessions = (ctx: Ctx, session: SessionControl) =>
  withOwnAccount(ctx, async (tx, { user }) => {
    const others = (await findOwnSessions(tx, user.id, tx.now())).filter(
      (one) => one.token_hash !== session.own,
    )
    await session.endOthers(tx, user.id)
    await tx.audit('user.end_other_sessions', user, { sessions: others.length })
    return done(others.length === 1 ? 'The other session is ended.' : 'The other sessions are ended.')
  })

/** The caller's factors, number of recovery codes and sessions; never a secret. */
export async function showSecurity(ctx: Ctx, session: SessionControl) {
  const { db, actor, config } = ctx
  const passkeys = await findPasskeys(db, actor.id)
  const app = await findAuthenticatorApp(db, actor.id)
  const factors = { passkeys: passkeys.length, totp: app !== undefined }
  return {
    passkeys,
    totp: app ?? null,
    recovery_codes: await countRecoveryCodes(db, actor.id),
    required: requiresSecondFactor(actor.roles) && (await isSecondFactorRequired(db)),
    why_not_passkey: whyNotAddPasskey(factors, supportsPasskeys(config)),
    sessions: await ownSessions(ctx, session),
  }
}
