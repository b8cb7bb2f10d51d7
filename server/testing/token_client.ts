import type { FastifyInstance } from 'fastify'

/** Requests of a script: the token and nothing of a browser. `headers` come on top. */
export const tokenClient =
  ({ app }: { app: FastifyInstance }, token: string) =>
  (method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
