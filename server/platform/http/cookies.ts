import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '#domain/errors.ts'
import { hashToken } from '../tokens.ts'

const COOKIE = 'XSRF-TOKEN'
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** On https the name itself makes a browser refuse a session that a neighbouring host or plain http has set. */
export const sessionCookie = (secure: boolean) => (secure ? '__Host-ao_session' : 'ao_session')

/** The token of the browser in which the session with this token is: from the one follows the other, never back. */
export const csrfTokenOf = (session: string) =>
  createHmac('sha256', session).update('csrf').digest('base64url')

const areEqual = (a: string, b: string) =>
  timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)))

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : '')

/** Whether a page of another site sends this, as far as a browser says so; who is no browser says nothing. */
function isForeign({ headers, host }: FastifyRequest, { baseUrl, secure }: CsrfSettings): boolean {
  const { origin } = headers
  if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site'
  if (origin === new URL(baseUrl).origin) return false
  return hostOf(origin) !== hostOf(`http://${host}`) || (secure && !origin.startsWith('https:'))
}

/** What the settings say of the address. */
interface CsrfSettings {
  /** Where people reach the system. */
  baseUrl: string
  secure: boolean
}

/**
 * Every call that writes comes from a page of ours (else 403) and carries the cookie's token in a header, which no other site can read, and it is the one of the
 * session that is sent along (else 419).
 */
export function requireCsrfToken(app: FastifyInstance, door: CsrfSettings) {
  app.addHook('onRequest', async (request) => {
    if (SAFE.has(request.method)) return
    if (isForeign(request, door)) throw new Fault('forbidden', 'This call comes from another site.')
    const cookie = request.cookies[COOKIE]
    const header = request.headers['x-xsrf-token']
    const session = request.cookies[sessionCookie(door.secure)]
    if (!cookie || typeof header !== 'string' || !areEqual(cookie, header)) throw new Fault('csrf')
    if (session && !areEqual(header, csrfTokenOf(session))) throw new Fault('csrf')
  })
}

/** The token that a visitor's browser holds already; it is kept, so that two tabs share it. */
export function presentCsrfToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[COOKIE]
  return token !== undefined && /^[\w-]{43}$/u.test(token) ? token : undefined
}

/** Hands out the readable token. */
export const setCsrfCookie = (reply: FastifyReply, token: string, secure: boolean) =>
  reply.setCookie(COOKIE, token, { path: '/', sameSite: 'lax', secure })

/** Tokens of ours in a browser beside its session: what it is known by, and a sign-in that waits for its second factor. */
type TokenName = 'browser' | 'sign_in'

/** Reads and sets tokens in a browser that scripts can not read; they say nothing to anybody but the database. */
export interface TokenCookies {
  readToken(name: TokenName): string | undefined
  setToken(name: TokenName, token: string, seconds: number): void
  clearToken(name: TokenName): void
}

/** The marks of the browser that sends a request. */
export function tokenCookies(request: FastifyRequest, reply: FastifyReply, secure: boolean): TokenCookies {
  const cookie = (name: TokenName) => (secure ? `__Host-ao_${name}` : `ao_${name}`)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    readToken(name) {
      const token = request.cookies[cookie(name)]
      return token !== undefined && /^[\w-]{43}$/u.test(token) ? token : undefined
    },
    setToken(name, token, seconds) {
      reply.setCookie(cookie(name), token, { ...options, maxAge: seconds })
    },
    clearToken(name) {
      reply.clearCookie(cookie(name), options)
    },
  }
}
