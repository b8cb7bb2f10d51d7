import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#domain/access.ts'
import type { Actor } from '#domain/session/actor.ts'
import { durationMs } from '#domain/session/durations.ts'
import { REQUIRED_SETTING, requiresSecondFactor } from '#domain/session/second_factor.ts'
import type { Clock, Db } from './context.ts'
import { type Param, prepareQuery } from './database/prepared_query.ts'
import { csrfTokenOf, presentCsrfToken, sessionCookie, setCsrfCookie, tokenCookies } from './http/cookies.ts'
import type { SessionControl } from './http/handlers.ts'
import { logFailedSignIn } from './http/log.ts'
import { addressOf } from './http/throttle.ts'
import { hashToken, newToken } from './tokens.ts'

const TOUCH_MS = 60 * 1000

interface Flags {
  is_administration_office: boolean
  is_panel: boolean
  is_reviewer: boolean
  is_curation: boolean
  is_proposer: boolean
}

export function rolesOf(user: Flags): Role[] {
  const roles: [Role, boolean][] = [
    ['admin', user.is_administration_office],
    ['panel', user.is_panel],
    ['reviewer', user.is_reviewer],
    ['curation', user.is_curation],
    ['proposer', user.is_proposer],
  ]
  return roles.filter(([, has]) => has).map(([role]) => role)
}

const earlier = (now: Date, ms: number) => new Date(+now - ms).toISOString()

/** The earliest last use and start of a session that is valid at `now`. */
export const validSince = (now: Date) => ({
  used: earlier(now, durationMs('idle_session')),
  begun: earlier(now, durationMs('session')),
})

/** SQL: a second factor is required of office, panel and curation, and the user `users.id` has none. */
export const lacksRequiredFactor: RawBuilder<boolean> = sql`
  exists (select from settings where name = ${REQUIRED_SETTING} and value = '1')
  and not exists (select from passkeys where user_id = users.id)
  and not exists (select from authenticator_apps where user_id = users.id)`

/** The user whom a session impersonates, and until when. */
export interface Impersonation {
  id: number
  until: string
}

const findSession = prepareQuery(
  (db: Db, param: Param<{ token_hash: string; used: string; begun: string }>) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .where('token_hash', '=', param('token_hash'))
      .where('last_seen_at', '>', param('used'))
      .where('sessions.created_at', '>', param('begun'))
      .where('users.disabled', '=', false)
      .select(['users.id', 'name', 'email', 'last_seen_at', 'acting_user_id', 'acting_until'])
      .select(['is_administration_office', 'is_panel', 'is_reviewer', 'is_curation', 'is_proposer'])
      .select(sql<boolean>`not second_factor_asserted and ${lacksRequiredFactor}`.as('lacks_factor'))
      // Read here, because every write asks for it.
      .select((eb) => eb.selectFrom('maintenance').select('until').as('maintenance_until')),
)

/**
 * The user of a request's session with their current roles, and whom they impersonate; null without a valid session.
 * `maintenance_until` is the end of the last maintenance, which may have passed.
 */
export async function identify(
  { db, secure }: { db: Db; secure: boolean },
  now: Date,
  request: FastifyRequest,
): Promise<{ actor: Actor; acting: Impersonation | null; maintenance_until: string | null } | null> {
  const token = request.cookies[sessionCookie(secure)]
  if (!token) return null
  const token_hash = hashToken(token)
  const [user] = await findSession(db, { token_hash, ...validSince(now) })
  if (!user) return null
  if (+now - Date.parse(user.last_seen_at) > TOUCH_MS)
    await db
      .updateTable('sessions')
      .set({ last_seen_at: now.toISOString() })
      .where('token_hash', '=', token_hash)
      .execute()
  const { id, name, email, acting_user_id, acting_until: until } = user
  const roles = rolesOf(user)
  const owesSecondFactor = user.lacks_factor && requiresSecondFactor(roles)
  const acting =
    acting_user_id !== null && until !== null && Date.parse(until) > +now
      ? { id: acting_user_id, until }
      : null
  return {
    actor: { id, name, email, roles, ...(owesSecondFactor && { owes_second_factor: true }) },
    acting,
    maintenance_until: user.maintenance_until,
  }
}

interface SessionSettings {
  clock: Clock
  secure: boolean
}

const AGENT_LENGTH = 300

/** Starts and ends sessions for one request; each start creates a new token. */
export function sessionControl(
  { clock, secure }: SessionSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): SessionControl {
  const name = sessionCookie(secure)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const ownToken = request.cookies[name]
  const ownHash = hashToken(ownToken ?? '')
  const from = {
    address: addressOf(request),
    agent: (request.headers['user-agent'] ?? '').slice(0, AGENT_LENGTH),
  }
  const drop = (tx: Db) => tx.deleteFrom('sessions').where('token_hash', '=', ownHash).execute()
  return {
    ...tokenCookies(request, reply, secure),
    own: ownHash,
    from,
    async start(
      tx,
      user_id,
      { secondFactorAsserted: second_factor_asserted } = { secondFactorAsserted: false },
    ) {
      await drop(tx)
      const token = newToken()
      const now = clock().toISOString()
      await tx
        .insertInto('sessions')
        .values({
          ...{ token_hash: hashToken(token), user_id, created_at: now, last_seen_at: now, ...from },
          second_factor_asserted,
        })
        .execute()
      reply.setCookie(name, token, options)
      setCsrfCookie(reply, csrfTokenOf(token), secure)
    },
    async end(tx) {
      await drop(tx)
      reply.clearCookie(name, options)
      setCsrfCookie(reply, newToken(), secure)
    },
    async endOthers(tx, user_id) {
      const { numDeletedRows } = await tx
        .deleteFrom('sessions')
        .where('user_id', '=', user_id)
        .where('token_hash', '!=', ownHash)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
    async actAs(tx, acting) {
      const mine = tx.selectFrom('sessions').where('token_hash', '=', ownHash)
      const before = await mine.select('acting_user_id').forUpdate().executeTakeFirst()
      await tx
        .updateTable('sessions')
        .set({ acting_user_id: acting?.id ?? null, acting_until: acting?.until ?? null })
        .where('token_hash', '=', ownHash)
        .execute()
      return before?.acting_user_id ?? null
    },
    offerCsrf: () =>
      setCsrfCookie(
        reply,
        ownToken ? csrfTokenOf(ownToken) : (presentCsrfToken(request) ?? newToken()),
        secure,
      ),
    logFailure: () => logFailedSignIn(request),
    logProviderError(provider, error) {
      // Not what else the error holds: the provider's answer, with its tokens.
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
      request.log.warn({ err: { type: name, message, stack } }, `Sign-in provider ${provider}`)
    },
  }
}

/** Deletes expired sessions, limits, download addresses, mailed links, pending sign-ins, visits to providers and second-factor setups. */
export async function deleteExpired(db: Db, now: Date) {
  const at = now.toISOString()
  const since = validSince(now)
  await db
    .deleteFrom('sessions')
    .where(({ eb, or }) => or([eb('last_seen_at', '<', since.used), eb('created_at', '<', since.begun)]))
    .execute()
  await db.deleteFrom('throttles').where('expire', '<', +now).execute()
  await db.deleteFrom('downloads').where('expires_at', '<', at).execute()
  await db.deleteFrom('password_resets').where('expires_at', '<', at).execute()
  await db.deleteFrom('review_answer_links').where('expires_at', '<', at).execute()
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<', at).execute()
  await db.deleteFrom('factor_setups').where('expires_at', '<', at).execute()
  await db.deleteFrom('pending_provider_visits').where('expires_at', '<', at).execute()
  await db.deleteFrom('notice_identities').where('expires_at', '<', at).execute()
}
