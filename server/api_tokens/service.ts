import type { z } from 'zod'
import { SCOPES } from '#domain/access.ts'
import type { apiTokens } from '#domain/api_tokens/contract.ts'
import { TOKEN_PREFIX, tokenState, whyNotMakeToken, whyNotRevokeToken } from '#domain/api_tokens/rules.ts'
import { done } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import { type Ctx, commandOn } from '../platform/context.ts'
import { hashToken, newApiSecret } from '../platform/tokens.ts'
import { lockAccount } from '../session/shared_queries.ts'
import { verifyOwnPassword } from '../session/sign_in.ts'
import { officeMembers } from '../users/service.ts'
import { tokenMail } from './mails.ts'
import { countActive, findTokens, insertToken, lockToken, setRevoked } from './queries.ts'

const DAY_MS = 24 * 3600 * 1000
const ENDING_LENGTH = 4

export async function listTokens(ctx: Ctx) {
  const now = ctx.now()
  return (await findTokens(ctx.db, now)).map((row) => {
    const { id, name, ending, created_at, expires_at, last_used_at, owes_second_factor, disabled, office } =
      row
    return {
      ...{ id, name, ending, created_at, expires_at, last_used_at },
      scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
      maker: { id: row.maker_id, name: row.maker_name },
      ...tokenState({ ...row, maker: { disabled, office, owes_second_factor } }, now),
    }
  })
}

type MakeInput = z.output<(typeof apiTokens)['make']['body']>

const wrongPassword = () => invalid({ password: 'The password is not right.' })

/** Makes a token of the caller's. It wants the password, so that a session left open makes none. Throws 'invalid'. */
export async function makeToken(ctx: Ctx, { name, scopes: chosen, days, password }: MakeInput) {
  const present = await verifyOwnPassword(ctx, password)
  if (present === null) throw wrongPassword()
  return ctx.write(async (tx) => {
    const account = await lockAccount(tx, tx.actor.id)
    if (account?.password_hash !== present) throw wrongPassword()
    const now = tx.now()
    tx.refuse(whyNotMakeToken(await countActive(tx, tx.actor.id, now)))
    const token = TOKEN_PREFIX + newApiSecret()
    const made = {
      name,
      ending: token.slice(-ENDING_LENGTH),
      scopes: SCOPES.filter((scope) => chosen.includes(scope)),
      expires_at: new Date(+now + days * DAY_MS).toISOString(),
    }
    const stored = {
      ...made,
      user_id: tx.actor.id,
      token_hash: hashToken(token),
      created_at: now.toISOString(),
    }
    const { id } = await insertToken(tx, stored)
    await tx.audit('api_token.make', { id }, made)
    const others = (await officeMembers(tx)).filter((one) => one.id !== tx.actor.id)
    const recipients = others.map(({ email }) => email)
    if (recipients.length > 0) await tx.mail(tokenMail(tx.config, recipients, tx.actor, made))
    return { ...done(`The token ${name} has been made.`), token }
  })
}

const onToken = commandOn(async (tx, id) => {
  const token = await lockToken(tx, id)
  if (!token) throw notFound()
  return token
})

/** Throws 'missing'. */
export const revokeToken = onToken(whyNotRevokeToken, async (tx, { id, name, ending }) => {
  await setRevoked(tx, id, tx.actor.id, tx.now())
  await tx.audit('api_token.revoke', { id }, { name, ending })
  return done(`The token ${name} has been revoked.`)
})
