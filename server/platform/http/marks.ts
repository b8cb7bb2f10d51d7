import type { FastifyReply, FastifyRequest } from 'fastify'

/** Tokens of ours in a browser beside its session: what it is known by, and a sign-in that waits for its second factor. */
export type MarkName = 'browser' | 'sign_in'

/** Reads and sets tokens in a browser that scripts can not read; they say nothing to anybody but the database. */
export interface Marks {
  mark(name: MarkName): string | undefined
  setMark(name: MarkName, token: string, seconds: number): void
  dropMark(name: MarkName): void
}

/** The marks of the browser that sends a request. */
export function marksOf(request: FastifyRequest, reply: FastifyReply, secure: boolean): Marks {
  const cookie = (name: MarkName) => (secure ? `__Host-ao_${name}` : `ao_${name}`)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    mark(name) {
      const token = request.cookies[cookie(name)]
      return token !== undefined && /^[\w-]{43}$/u.test(token) ? token : undefined
    },
    setMark(name, token, seconds) {
      reply.setCookie(cookie(name), token, { ...options, maxAge: seconds })
    },
    dropMark(name) {
      reply.clearCookie(cookie(name), options)
    },
  }
}
