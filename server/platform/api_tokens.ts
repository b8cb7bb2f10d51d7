import type { FastifyRequest } from 'fastify'
import type { Scope } from '#domain/access.ts'
import { TOKEN_PATTERN } from '#domain/api_tokens/rules.ts'
import { Fault } from '#domain/errors.ts'
import type { Actor } from '#domain/session/actor.ts'
import { requiresSecondFactor } from '#domain/session/second_factor.ts'
import type { Db } from './context.ts'
import { type Param, prepareQuery } from './database/prepared_query.ts'
import { bearerToken } from './http/bearer.ts'
import { logFailedSignIn } from './http/log.ts'
import { addressOf, networkOf, spend } from './http/throttle.ts'
import { lacksRequiredFactor, rolesOf } from './session.ts'
import { hashToken } from './tokens.ts'

/** As the limit of failed sign-ins from one network. */
const FAILURES = { name: 'api_token_address', points: 30, seconds: 300 }
const TOUCH_MS = 60 * 1000
const NOT_VALID = 'This token is not valid: it is wrong, has ended or was revoked.'

const findToken = prepareQuery((db: Db, param: Param<{ token_hash: string; now: string }>) =>
  db
    .selectFrom('api_tokens as t')
    .innerJoin('users', 'users.id', 't.user_id')
    .where('t.token_hash', '=', param('token_hash'))
    .where('t.expires_at', '>', param('now'))
    .where('t.revoked_at', 'is', null)
    .where('users.disabled', '=', false)
    .where('users.is_administration_office', '=', true)
    .select(['t.id as token_id', 't.name as token_name', 't.ending', 't.scopes', 't.last_used_at'])
    .select(['users.id', 'users.name', 'users.email'])
    .select(['is_administration_office', 'is_panel', 'is_reviewer', 'is_curation', 'is_proposer'])
    .select(lacksRequiredFactor.as('lacks_factor'))
    .select((eb) => eb.selectFrom('maintenance').select('until').as('maintenance_until')),
)

/**
 * The maker of a request's token, with their current roles and the token's scopes. Throws 'unauthenticated' for a token that
 * does not work, and 'throttled' after many of them from one network.
 */
export async function identifyToken(
  db: Db,
  now: Date,
  request: FastifyRequest,
): Promise<{ actor: Actor; maintenance_until: string | null }> {
  const sent = bearerToken(request) ?? ''
  const [found] = TOKEN_PATTERN.test(sent)
    ? await findToken(db, { token_hash: hashToken(sent), now: now.toISOString() })
    : []
  if (!found) {
    logFailedSignIn(request)
    await spend(db, FAILURES, networkOf(addressOf(request)))
    throw new Fault('unauthenticated', NOT_VALID)
  }
  const { token_id, token_name, ending, last_used_at, id, name, email, maintenance_until } = found
  if (last_used_at === null || +now - Date.parse(last_used_at) > TOUCH_MS)
    await db
      .updateTable('api_tokens')
      .set({ last_used_at: now.toISOString() })
      .where('id', '=', token_id)
      .execute()
  const roles = rolesOf(found)
  const owesSecondFactor = found.lacks_factor && requiresSecondFactor(roles)
  return {
    actor: {
      ...{ id, name, email, roles },
      ...(owesSecondFactor && { owes_second_factor: true }),
      token: { id: token_id, name: token_name, ending, scopes: found.scopes as Scope[] },
    },
    maintenance_until,
  }
}
