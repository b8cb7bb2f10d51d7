import { TOTP } from 'otpauth'
import type { AnyCtx } from '../platform/context.ts'
import { makeRecoveryCodes, newTotpSecret } from '../session/second_factor/codes.ts'
import { insertAuthenticatorApp, insertPasskey } from '../session/second_factor/shared_queries.ts'

export const codeAt = (secret: string, now: Date) => new TOTP({ secret }).generate({ timestamp: +now })

/** Gives a user an authenticator app and returns its secret. */
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

/** Gives a user a passkey whose key no one has, and returns its id. */
export const aPasskey = (ctx: AnyCtx, user: { id: number }, name = 'Laptop') =>
  ctx.write(async (tx) => {
    const credential = { credential_id: `${name} of ${user.id}`, public_key: Buffer.from('key'), counter: 0 }
    const created_at = tx.now().toISOString()
    const added = await insertPasskey(tx, {
      user_id: user.id,
      name,
      transports: [],
      created_at,
      ...credential,
    })
    tx.skipAudit('It was always there.')
    return added!.id
  })

export const recoveryCodes = (ctx: AnyCtx, user: { id: number }) =>
  ctx.write(async (tx) => {
    tx.skipAudit('They were always there.')
    return makeRecoveryCodes(tx, user.id)
  })

/** Sets whether office and panel need a second factor. */
export const askFactor = (ctx: AnyCtx, required: boolean) =>
  ctx.write(async (tx) => {
    const value = required ? '1' : '0'
    await tx
      .insertInto('settings')
      .values({ name: 'second_factor_required', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    tx.skipAudit('It was always so.')
  })
