import { TOTP } from 'otpauth'
import type { AnyCtx } from '../platform/context.ts'
import { makeRecoveryCodes, newTotpSecret } from '../session/second_factor/codes.ts'
import { insertAuthenticatorApp, insertPasskey } from '../session/second_factor/shared_queries.ts'

/** What an authenticator app with this secret shows at a moment. */
export const codeAt = (secret: string, now: Date) => new TOTP({ secret }).generate({ timestamp: +now })

/** Gives a user an authenticator app; answers its secret. */
export const anApp = (ctx: AnyCtx, user: { id: number }) =>
  ctx.write(async (tx) => {
    const secret = newTotpSecret()
    await insertAuthenticatorApp(tx, {
      user_id: user.id,
      secret,
      last_step: 0,
      created_at: tx.now().toISOString(),
    })
    tx.skipAudit('It was always there.')
    return secret
  })

/** Gives a user a passkey that nobody can show; answers its id. */
export const aPasskey = (ctx: AnyCtx, user: { id: number }, name = 'Laptop') =>
  ctx.write(async (tx) => {
    const made = { credential_id: `${name} of ${user.id}`, public_key: Buffer.from('key'), counter: 0 }
    const created_at = tx.now().toISOString()
    const added = await insertPasskey(tx, { user_id: user.id, name, transports: [], created_at, ...made })
    tx.skipAudit('It was always there.')
    return added!.id
  })

/** Gives a user recovery codes. */
export const recoveryCodes = (ctx: AnyCtx, user: { id: number }) =>
  ctx.write(async (tx) => {
    tx.skipAudit('They were always there.')
    return makeRecoveryCodes(tx, user.id)
  })

/** Asks a second factor of office and panel, or no longer. */
export const askFactor = (ctx: AnyCtx, asked: boolean) =>
  ctx.write(async (tx) => {
    const value = asked ? '1' : '0'
    await tx
      .insertInto('settings')
      .values({ name: 'second_factor_required', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    tx.skipAudit('It was always so.')
  })
