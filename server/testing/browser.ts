import { type Client, client } from '#domain/client.ts'
import { contract, type SystemContract } from '#domain/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { Fault, faultKindOf } from '#domain/errors.ts'
import type { TestServer } from './test_server.ts'

/** A client that keeps the cookies it receives. */
export interface Browser {
  api: Client<SystemContract>
  cookies: Map<string, string>
  /** Opens an address that redirects; answers where to. */
  follow(path: string): Promise<string>
}

/** A browser without a session. */
export function aBrowser(
  { app }: TestServer,
  agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/142.0',
): Browser {
  const cookies = new Map([['XSRF-TOKEN', 'a'.repeat(43)]])
  const send = async (method: Endpoint['method'], url: string, body?: unknown) => {
    const headers = {
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      'x-xsrf-token': cookies.get('XSRF-TOKEN')!,
      'user-agent': agent,
    }
    const reply = await app.inject({
      method,
      url,
      headers,
      ...(body !== undefined && { payload: body as object }),
    })
    for (const { name, value } of reply.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return reply
  }
  const api = client(contract, async ({ method }, url, body) => {
    const reply = await send(method, url, body)
    if (reply.statusCode < 300) return reply.statusCode === 204 ? undefined : reply.json()
    const { message, errors, ...details } = reply.json()
    throw new Fault(faultKindOf(reply.statusCode, details), message, { errors, details })
  })
  const follow = async (path: string) => String((await send('GET', path)).headers.location)
  return { api, cookies, follow }
}
