import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '#domain/errors.ts'
import { hashToken, newToken } from '../tokens.ts'

const COOKIE = 'XSRF-TOKEN'
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

const same = (a: string, b: string) => timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)))

/** Every call that writes carries the cookie's token in a header, which no other site can read: else 419. */
export function guardCsrf(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    if (SAFE.has(request.method)) return
    const cookie = request.cookies[COOKIE]
    const header = request.headers['x-xsrf-token']
    if (!cookie || typeof header !== 'string' || !same(cookie, header)) throw new Fault('csrf')
  })
}

/** Hands out the readable token; one that is there is kept, so that two tabs share it. */
export function setCsrfCookie(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
  const token = request.cookies[COOKIE]
  const good = token !== undefined && /^[\w-]{43}$/u.test(token)
  reply.setCookie(COOKIE, good ? token : newToken(), { path: '/', sameSite: 'lax', secure })
}
