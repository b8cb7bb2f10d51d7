import { done } from '#domain/endpoint.ts'
import { invalid } from '#domain/errors.ts'
import {
  type Factors,
  hasFactor,
  whyNotAddApp,
  whyNotAddPasskey,
  whyNotCodes,
} from '#domain/session/second_factor.ts'
import type { MadePasskey } from '#domain/session/security.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import type { SessionControl } from '../../platform/http/handlers.ts'
import { countCodes, findPasskeys, addApp as insertApp, addPasskey as insertPasskey } from './factors_sql.ts'
import { factorMail } from './mails.ts'
import { byPassword, onOwn } from './own_factors.ts'
import { makeCodes } from './recovery.ts'
import { dropSetup, findSetup, keepSetup } from './set_up_queries.ts'
import { addressOf, newSecret, stepOf } from './totp.ts'
import { askToMake, madePasskey, takesPasskeys } from './webauthn.ts'

const MINUTE_MS = 60_000
/** An app may have to be installed first; a passkey's challenge is answered at once. */
const APP_LIFE_MS = 15 * MINUTE_MS
const PASSKEY_LIFE_MS = 5 * MINUTE_MS
const TOO_LATE = 'This took too long. Please begin again.'

const until = (tx: Tx, ms: number) => new Date(+tx.now() + ms).toISOString()

/** Recovery codes with the first factor, or where none are left. */
const firstCodes = async (tx: Tx, factors: Factors, user_id: number) =>
  hasFactor(factors) && (await countCodes(tx, user_id)) > 0
    ? {}
    : { recovery_codes: await makeCodes(tx, user_id) }

/** Begins to set up an authenticator app: its secret, told this once and kept for a quarter of an hour. */
export const beginApp = (ctx: Ctx, password: string, session: SessionControl) =>
  byPassword(ctx, password, async (tx, { user, factors }) => {
    tx.refuse(whyNotAddApp(factors))
    const secret = newSecret()
    const expires_at = until(tx, APP_LIFE_MS)
    await keepSetup(tx, { session_hash: session.own, kind: 'totp', secret, expires_at })
    tx.unrecorded('Nothing is set up yet.')
    return { ...done('Scan the code with your app.'), secret, uri: addressOf(secret, user.email) }
  })

/** Sets up the authenticator app that shows this code. Throws 'invalid'. */
export const addApp = (ctx: Ctx, code: string, session: SessionControl) =>
  onOwn(ctx, async (tx, { user, factors }) => {
    tx.refuse(whyNotAddApp(factors))
    const setup = await findSetup(tx, session.own, 'totp', tx.now())
    if (!setup) return tx.refuse(TOO_LATE)
    const step = stepOf(setup.secret, code, tx.now())
    if (step === null)
      throw invalid({ code: 'This code is not right. Is the time of your device set by itself?' })
    const created_at = tx.now().toISOString()
    await insertApp(tx, { user_id: user.id, secret: setup.secret, last_step: step, created_at })
    await dropSetup(tx, session.own, 'totp')
    await tx.audit('user.add_app', user)
    await tx.mail(factorMail(tx.config, user, 'An authenticator app was set up for your account just now.'))
    return { ...done('The authenticator app is set up.'), ...(await firstCodes(tx, factors, user.id)) }
  })

/** Begins to add a passkey under a name: what the browser is asked with. */
export const beginPasskey = (
  ctx: Ctx,
  { name, password }: { name: string; password: string },
  session: SessionControl,
) =>
  byPassword(ctx, password, async (tx, { user, factors }) => {
    tx.refuse(whyNotAddPasskey(factors, takesPasskeys(tx.config)))
    const options = await askToMake(tx.config, user, await findPasskeys(tx, user.id))
    const expires_at = until(tx, PASSKEY_LIFE_MS)
    const { own: session_hash } = session
    await keepSetup(tx, { session_hash, kind: 'passkey', secret: options.challenge, name, expires_at })
    tx.unrecorded('Nothing is set up yet.')
    return { ...done('Your browser asks for the passkey.'), options: { ...options } }
  })

/** Adds the passkey that a browser has made. */
export const addPasskey = (ctx: Ctx, response: MadePasskey, session: SessionControl) =>
  onOwn(ctx, async (tx, { user, factors }) => {
    tx.refuse(whyNotAddPasskey(factors, takesPasskeys(tx.config)))
    const setup = await findSetup(tx, session.own, 'passkey', tx.now())
    if (!setup) return tx.refuse(TOO_LATE)
    await dropSetup(tx, session.own, 'passkey')
    const made = await madePasskey(tx.config, setup.secret, response)
    if (!made) {
      tx.unrecorded('It was no passkey of this page.')
      return { result: 0 as const, message: 'This passkey could not be checked. Please begin again.' }
    }
    const { name } = setup
    const created_at = tx.now().toISOString()
    const added = await insertPasskey(tx, { user_id: user.id, name, created_at, ...made })
    if (!added) return tx.refuse('This passkey is in use already.')
    await tx.audit('user.add_passkey', user, { name })
    await tx.mail(factorMail(tx.config, user, `The passkey "${name}" was added to your account just now.`))
    return { ...done(`The passkey ${name} is added.`), ...(await firstCodes(tx, factors, user.id)) }
  })

/** New recovery codes in place of the old ones, told this once. */
export const makeNewCodes = (ctx: Ctx, password: string) =>
  byPassword(ctx, password, async (tx, { user, factors }) => {
    tx.refuse(whyNotCodes(factors))
    const recovery_codes = await makeCodes(tx, user.id)
    await tx.audit('user.make_recovery_codes', user)
    await tx.mail(
      factorMail(
        tx.config,
        user,
        'New recovery codes were made for your account just now; the old ones are worth nothing any more.',
      ),
    )
    return { ...done('The new recovery codes are made.'), recovery_codes }
  })
