import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '#domain/errors.ts'
import { hashToken } from '../tokens.ts'
import { bearerToken } from './bearer.ts'

const COOKIE = 'XSRF-TOKEN'
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** With the `__Host-` prefix browsers refuse a cookie that a sibling host or plain http has set. */
export const sessionCookie = (secure: boolean) => (secure ? '__Host-ao_session' : 'ao_session')

/** The CSRF token of a session, derived one way from the session's token. */
export const csrfTokenOf = (session: string) =>
  createHmac('sha256', session).update('csrf').digest('base64url')

const areEqual = (a: string, b: string) =>
  timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)))

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : '')

/** Whether the browser says that another site sends this request; other clients send no such headers. */
function isForeign({ headers }: FastifyRequest, { baseUrl, secure }: CsrfSettings): boolean {
  // Not Fastify's host, which believes X-Forwarded-Host behind a trusted proxy.
  const { origin, host } = headers
  if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site'
  if (origin === new URL(baseUrl).origin) return false
  return hostOf(origin) !== hostOf(`http://${host}`) || (secure && !origin.startsWith('https:'))
}

interface CsrfSettings {
  /** The public address of the system. */
  baseUrl: string
  secure: boolean
}

/**
 * A request with a token is that of a script: its cookies are dropped, whatever they are, and no browser sends such a header
 * for another site.
 *
 * Requires of every other writing request that it comes from our own origin (else 403) and repeats the CSRF cookie in a header,
 * with the token that belongs to the session (else 419).
 */
export function requireCsrfToken(app: FastifyInstance, door: CsrfSettings) {
  app.addHook('onRequest', async (request) => {
    if (bearerToken(request) !== undefined) {
      request.cookies = {}
      return
    }
    if (SAFE.has(request.method)) return
    if (isForeign(request, door)) throw new Fault('forbidden', 'This call comes from another site.')
    const cookie = request.cookies[COOKIE]
    const header = request.headers['x-xsrf-token']
    const session = request.cookies[sessionCookie(door.secure)]
    if (!cookie || typeof header !== 'string' || !areEqual(cookie, header)) throw new Fault('csrf')
    if (session && !areEqual(header, csrfTokenOf(session))) throw new Fault('csrf')
  })
}

/** The CSRF token that a visitor's browser already has; reusing it keeps a second tab working. */
export function presentCsrfToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[COOKIE]
  return token !== undefined && /^[\w-]{43}$/u.test(token) ? token : undefined
}

/** Not httpOnly: the application reads the token and repeats it in a header. */
export const setCsrfCookie = (reply: FastifyReply, token: string, secure: boolean) =>
  reply.setCookie(COOKIE, token, { path: '/', sameSite: 'lax', secure })

/**
 * Besides the session: a known browser, a sign-in that waits for its second factor, visits to a sign-in provider, and the
 * ORCID iD of a Notice.
 */
type TokenName = 'browser' | 'sign_in' | 'provider' | 'notice'

/** Opaque tokens in httpOnly cookies; the database stores their hashes. */
export interface TokenCookies {
  readToken(name: TokenName): string | undefined
  setToken(name: TokenName, token: string, seconds: number): void
  clearToken(name: TokenName): void
}

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
