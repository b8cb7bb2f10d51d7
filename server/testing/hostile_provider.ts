import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

interface Key {
  kid: string
  publicKey: KeyObject
  privateKey: KeyObject
}

function aKey(kid: string): Key {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
}
/** Made once: a key takes as long as a test. */
const KEYS = { first: aKey('first'), second: aKey('second') }

type Claims = Record<string, unknown>
type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** How the provider behaves; each test changes what it is about. */
export interface Behaviour {
  /** Changes the claims of the ID token. */
  claims: (claims: Claims) => Claims
  /** The key that signs, and the keys that are published. */
  signedWith: keyof typeof KEYS
  published: (keyof typeof KEYS)[]
  /** The algorithm that the token's header names; 'HS256' is made with the client's secret. */
  alg: 'RS256' | 'HS256' | 'none'
  /** Changes the token before it is sent. */
  token: (jwt: string) => string | undefined
  /** Changes the document that describes the provider. */
  metadata: (metadata: Record<string, unknown>) => Record<string, unknown>
  /** Answers in place of the provider. */
  discovery?: Answer
  tokens?: Answer
  keys?: Answer
}

const HONEST: Behaviour = {
  claims: (claims) => claims,
  signedWith: 'first',
  published: ['first'],
  alg: 'RS256',
  token: (jwt) => jwt,
  metadata: (metadata) => metadata,
}

export const CLIENT_ID = 'ao'
export const CLIENT_SECRET = 'a secret of the client, long enough'

function sign(payload: Claims, { alg, signedWith }: Behaviour): string {
  const key = KEYS[signedWith]
  const body = `${encode({ alg, kid: key.kid, typ: 'JWT' })}.${encode(payload)}`
  if (alg === 'none') return `${body}.`
  if (alg === 'HS256')
    return `${body}.${createHmac('sha256', CLIENT_SECRET).update(body).digest('base64url')}`
  return `${body}.${createSign('RSA-SHA256').update(body).sign(key.privateKey).toString('base64url')}`
}

/** A provider in this process that can be made to misbehave. */
export async function aHostileProvider() {
  const behaviour: Behaviour = { ...HONEST }
  const codes = new Map<string, { claims: Claims; challenge: string | null; redirect_uri: string | null }>()
  const requests: string[] = []
  const open = new Set<ServerResponse>()
  const json = (response: ServerResponse, value: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  const hash = async (text: string) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('base64url')

  async function exchange(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    // A code is good for one exchange.
    codes.delete(code)
    const isRight =
      grant &&
      form.get('client_secret') === CLIENT_SECRET &&
      grant.redirect_uri === form.get('redirect_uri') &&
      grant.challenge === (await hash(form.get('code_verifier') ?? ''))
    if (!isRight) return json(response, { error: 'invalid_grant' }, 400)
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: provider.issuer, aud: CLIENT_ID, iat: now, exp: now + 300, ...grant.claims }
    const id_token = behaviour.token(sign(behaviour.claims(claims), behaviour))
    return json(response, {
      access_token: 'x',
      token_type: 'Bearer',
      ...(id_token !== undefined && { id_token }),
    })
  }

  const server = createServer((request, response) => {
    open.add(response)
    const path = request.url!.split('?')[0]!
    requests.push(path)
    const { issuer } = provider
    if (path === '/.well-known/openid-configuration') {
      if (behaviour.discovery) return behaviour.discovery(request, response)
      return json(
        response,
        behaviour.metadata({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
        }),
      )
    }
    if (path === '/keys') {
      if (behaviour.keys) return behaviour.keys(request, response)
      const keys = behaviour.published.map((name) => ({
        ...KEYS[name].publicKey.export({ format: 'jwk' }),
        ...{ kid: name, use: 'sig', alg: 'RS256' },
      }))
      return json(response, { keys })
    }
    if (path === '/token') {
      if (behaviour.tokens) return behaviour.tokens(request, response)
      return void exchange(request, response)
    }
    return json(response, {}, 404)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour,
    /** The paths that were asked for. */
    requests,
    /** What the browser comes back with when this subject signs in at the address that a visit goes to. */
    approve(url: string, sub: string, claims: Claims = {}): URLSearchParams {
      const asked = new URL(url).searchParams
      const code = crypto.randomUUID()
      codes.set(code, {
        claims: { sub, nonce: asked.get('nonce'), ...claims },
        challenge: asked.get('code_challenge'),
        redirect_uri: asked.get('redirect_uri'),
      })
      return new URLSearchParams({ code, state: asked.get('state') ?? '' })
    },
    /** Honest again. */
    reset() {
      for (const name of Object.keys(behaviour))
        delete (behaviour as unknown as Record<string, unknown>)[name]
      Object.assign(behaviour, HONEST)
      requests.length = 0
    },
    async close() {
      for (const response of open) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}
export type HostileProvider = Awaited<ReturnType<typeof aHostileProvider>>
