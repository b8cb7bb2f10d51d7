import type { Scope } from '#domain/access.ts'
import { TOKEN_PREFIX } from '#domain/api_tokens/rules.ts'
import type { Actor } from '#domain/session/actor.ts'
import { insertToken } from '../api_tokens/queries.ts'
import type { AnyCtx } from '../platform/context.ts'
import { hashToken, newApiSecret } from '../platform/tokens.ts'

const MONTH_MS = 30 * 24 * 3600 * 1000

interface Settings {
  name?: string
  scopes?: Scope[]
  /** The last four characters. */
  ending?: string
}

/** A token of this user that works for a month; `token` is its secret. */
export async function anApiToken(
  ctx: AnyCtx,
  { id: user_id }: Pick<Actor, 'id'>,
  { name = 'Nightly export', scopes = ['read_lists'], ending = 'x7Qz' }: Settings = {},
) {
  const token = `${TOKEN_PREFIX}${newApiSecret()}`.slice(0, -ending.length) + ending
  const now = ctx.now()
  const { id } = await insertToken(ctx.db, {
    ...{ user_id, name, ending, scopes },
    token_hash: hashToken(token),
    created_at: now.toISOString(),
    expires_at: new Date(+now + MONTH_MS).toISOString(),
  })
  return { id, name, token }
}
