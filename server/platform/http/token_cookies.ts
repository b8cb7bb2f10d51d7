import type { FastifyReply, FastifyRequest } from 'fastify'

/** Tokens of ours in a browser beside its session: what it is known by, and a sign-in that waits for its second factor. */
export type TokenName = 'browser' | 'sign_in'

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
