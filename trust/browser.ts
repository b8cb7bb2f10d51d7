import type { Db } from '#server/platform/context.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'

export interface Answer {
  status: number
  headers: Headers
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: an answer of whatever call
  json(): any
}

export type Browser = (
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Answer>

/** Notes a session of a user in the database, as a sign-in does; answers its cookie. */
export async function sessionOf(db: Db, user_id: number): Promise<string> {
  const token = newToken()
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id })
    .execute()
  return `ao_session=${token}`
}

/**
 * A browser with a session's cookie, or a visitor's: asks for the token of its writing calls first. A FormData goes as a
 * form, anything else as JSON. Throws where no answer
 * comes, or no token.
 */
export async function openBrowser(address: string, session = ''): Promise<Browser> {
  const offered = await fetch(`${address}/api/sanctum/csrf-cookie`, { headers: { cookie: session } })
  if (offered.status !== 204) throw new Error(`The token is not given: ${offered.status}.`)
  const token = /XSRF-TOKEN=([^;]+)/u.exec(offered.headers.get('set-cookie') ?? '')?.[1] ?? ''
  const cookie = `XSRF-TOKEN=${token}; ${session}`
  return async (method, path, body, headers) => {
    const form = body instanceof FormData
    const reply = await fetch(address + path, {
      method,
      headers: {
        cookie,
        'x-xsrf-token': token,
        ...(body && !form && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await reply.arrayBuffer())
    return { status: reply.status, headers: reply.headers, bytes, json: () => JSON.parse(bytes.toString()) }
  }
}
