import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../builders/people.ts'
import { aBrowser, type Browser } from '../../testing/browser.ts'
import { aHostileProvider, type Behaviour, type HostileProvider } from '../../testing/hostile_provider.ts'
import {
  callback,
  configureProviders,
  linkedBrowser,
  ORCID,
  PASSWORD,
  signInWith,
} from '../../testing/provider_scene.ts'
import { sharedServer } from '../../testing/test_server.ts'
import { hashPassword } from '../password_hash.ts'

let provider: HostileProvider
let university: HostileProvider
beforeAll(async () => {
  provider = await aHostileProvider()
  university = await aHostileProvider()
})
afterEach(() => {
  provider.reset()
  university.reset()
})
afterAll(async () => {
  await provider.close()
  await university.close()
})

const { scene } = sharedServer(async (server) => {
  configureProviders(server, { orcid: provider, university })
  const user = await aUser(server.ctx(), ['reviewer'], { password_hash: await hashPassword(PASSWORD) })
  await linkedBrowser(server, user, provider)
  await linkedBrowser(server, user, university, { id: 'university', sub: 'u1' })
  return { user }
})
beforeEach(() => configureProviders(scene.world, { orcid: provider, university }))

const failed = (failure: string, id = 'orcid') => `/login?provider_failure=${failure}&provider=${id}`
const isSignedIn = async ({ api }: Browser) => (await api.session.loginUser()) !== 0
const sessions = async () =>
  Number(
    (await sql<{ n: number }>`select count(*)::int as n from sessions`.execute(scene.world.db)).rows[0]!.n,
  )

/** A sign-in that ends here and signs nobody in. */
async function expectRefused(location: string, browser: Browser, before: number, failure = 'refused') {
  expect(location).toBe(failed(failure))
  expect(await isSignedIn(browser)).toBe(false)
  expect(await sessions()).toBe(before)
}

const later = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const tamper = (jwt: string) => {
  const [header, payload, signature] = jwt.split('.')
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString())
  return `${header}.${Buffer.from(JSON.stringify({ ...claims, extra: 1 })).toString('base64url')}.${signature}`
}

test('an honest provider signs its user in', async () => {
  const browser = aBrowser(scene.world)
  expect(await signInWith(browser, provider)).toBe('/login?next=%2F')
  expect(await browser.api.session.loginUser()).toMatchObject({ id: scene.user.id })
})

/** What a provider does, and nothing comes of it. */
const HOSTILE: Record<string, Partial<Behaviour>> = {
  'the token of another issuer': { claims: (c) => ({ ...c, iss: 'https://evil.example.org' }) },
  'a token without an issuer': { claims: ({ iss: _, ...c }) => c },
  'a token for another client': { claims: (c) => ({ ...c, aud: 'another' }) },
  'a token for several clients, made for another': {
    claims: (c) => ({ ...c, aud: ['ao', 'another'], azp: 'another' }),
  },
  'a token without an audience': { claims: ({ aud: _, ...c }) => c },
  'another nonce': { claims: (c) => ({ ...c, nonce: 'another' }) },
  'no nonce': { claims: ({ nonce: _, ...c }) => c },
  'an expired token': { claims: (c) => ({ ...c, iat: later(-600), exp: later(-300) }) },
  'a token without an end': { claims: ({ exp: _, ...c }) => c },
  'a token that is not valid yet': { claims: (c) => ({ ...c, nbf: later(600) }) },
  'a token without a subject': { claims: ({ sub: _, ...c }) => c },
  'an empty subject': { claims: (c) => ({ ...c, sub: '' }) },
  'a subject that is no text': { claims: (c) => ({ ...c, sub: 7 }) },
  'a subject that is no ORCID iD': { claims: (c) => ({ ...c, sub: '0000-0002-1825-0098' }) },
  'a subject that only looks like the user’s': { claims: (c) => ({ ...c, sub: `${ORCID}\n` }) },
  'the signature of another key': { signedWith: 'second' },
  'the signature of a key that was taken back': { published: ['second'] },
  'a changed token': { token: tamper },
  'a token whose signature is cut off': { token: (jwt) => jwt.replace(/[^.]+$/u, '') },
  'an unsigned token': { alg: 'none' },
  'an unsigned token that the document allows': {
    alg: 'none',
    metadata: (m) => ({ ...m, id_token_signing_alg_values_supported: ['none', 'RS256'] }),
  },
  'a token signed with the client’s secret': { alg: 'HS256' },
  'a token signed with the client’s secret, as the document allows': {
    alg: 'HS256',
    metadata: (m) => ({ ...m, id_token_signing_alg_values_supported: ['HS256', 'RS256'] }),
  },
  'no ID token': { token: () => undefined },
  'a token that is none': { token: () => 'x.y.z' },
  'an answer that is no JSON': {
    tokens: (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'),
  },
  'an error': { tokens: (_, response) => response.writeHead(500).end() },
  'a redirect of the exchange to elsewhere': {
    tokens: (_, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/token' }).end(),
  },
  'keys that are none': {
    keys: (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":[{"kty":"oct"}]}'),
  },
}

describe('refused without a session is', () => {
  test.each(Object.keys(HOSTILE))('%s', async (what) => {
    const before = await sessions()
    Object.assign(provider.behaviour, HOSTILE[what])
    const browser = aBrowser(scene.world)
    await expectRefused(await signInWith(browser, provider), browser, before)
  })

  test('the answer to a visit that another browser began', async () => {
    const before = await sessions()
    const [victim, attacker] = [aBrowser(scene.world), aBrowser(scene.world)]
    const { url } = await attacker.api.providers.signIn({ body: { provider: 'orcid' } })
    const query = provider.approve(url!, ORCID)
    await victim.api.providers.signIn({ body: { provider: 'orcid' } })
    await expectRefused(await victim.follow(callback('orcid', query)), victim, before, 'expired')
  })

  test('another state, none, and one sent twice', async () => {
    const browser = aBrowser(scene.world)
    const { url } = await browser.api.providers.signIn({ body: { provider: 'orcid' } })
    const query = provider.approve(url!, ORCID)
    const code = query.get('code')!
    for (const search of [
      `code=${code}&state=x`,
      `code=${code}`,
      `code=${code}&state=a&state=${query.get('state')}`,
    ])
      expect(await browser.follow(callback('orcid', search as never))).toBe(failed('expired'))
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('an answer that came before: state and code are good once', async () => {
    const browser = aBrowser(scene.world)
    const { url } = await browser.api.providers.signIn({ body: { provider: 'orcid' } })
    const query = provider.approve(url!, ORCID)
    expect(await browser.follow(callback('orcid', query))).toContain('next=')
    await browser.api.session.logout()
    expect(await browser.follow(callback('orcid', query))).toBe(failed('expired'))
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('the code of another visit', async () => {
    const before = await sessions()
    const [victim, attacker] = [aBrowser(scene.world), aBrowser(scene.world)]
    const stolen = provider.approve(
      (await victim.api.providers.signIn({ body: { provider: 'orcid' } })).url!,
      ORCID,
    )
    const own = provider.approve(
      (await attacker.api.providers.signIn({ body: { provider: 'orcid' } })).url!,
      'x',
    )
    own.set('code', stolen.get('code')!)
    await expectRefused(await attacker.follow(callback('orcid', own)), attacker, before)
  })

  test('an answer that comes too late', async () => {
    const browser = aBrowser(scene.world)
    scene.world.at('2026-05-01T12:00:00Z')
    const { url } = await browser.api.providers.signIn({ body: { provider: 'orcid' } })
    scene.world.at('2026-05-01T12:10:00Z')
    expect(await browser.follow(callback('orcid', provider.approve(url!, ORCID)))).toBe(failed('expired'))
    scene.world.at(new Date())
  })

  test('the answer of one provider at the address of another', async () => {
    const browser = aBrowser(scene.world)
    const { url } = await browser.api.providers.signIn({ body: { provider: 'orcid' } })
    const query = provider.approve(url!, ORCID)
    expect(await browser.follow(callback('university', query))).toBe(failed('expired', 'university'))
    expect(university.requests).not.toContain('/token')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('an answer that names another issuer', async () => {
    const before = await sessions()
    const browser = aBrowser(scene.world)
    const { url } = await browser.api.providers.signIn({ body: { provider: 'orcid' } })
    const query = provider.approve(url!, ORCID)
    query.set('iss', university.issuer)
    await expectRefused(await browser.follow(callback('orcid', query)), browser, before)
  })

  test('a subject of one provider that is linked at another', async () => {
    const before = await sessions()
    const browser = aBrowser(scene.world)
    expect(await signInWith(browser, university, { id: 'university', sub: ORCID })).toBe(
      failed('not_linked', 'university'),
    )
    expect(await sessions()).toBe(before)
  })

  test('a provider that is not configured, or no longer', async () => {
    const browser = aBrowser(scene.world)
    const { url } = await browser.api.providers.signIn({ body: { provider: 'orcid' } })
    configureProviders(scene.world, { university })
    expect(await browser.follow(callback('orcid', provider.approve(url!, ORCID)))).toBe(
      '/login?provider_failure=expired',
    )
    await expect(browser.api.providers.signIn({ body: { provider: 'orcid' } })).rejects.toMatchObject({
      kind: 'missing',
    })
  })

  test('a sign-in that was cancelled there', async () => {
    const before = await sessions()
    const browser = aBrowser(scene.world)
    const { url } = await browser.api.providers.signIn({ body: { provider: 'orcid' } })
    const state = new URL(url!).searchParams.get('state')!
    const query = new URLSearchParams({ error: 'access_denied', state })
    await expectRefused(await browser.follow(callback('orcid', query)), browser, before, 'cancelled')
    expect(provider.requests).not.toContain('/token')
  })

  test('an error whose words are not ours: they are shown nowhere', async () => {
    const browser = aBrowser(scene.world)
    const { url } = await browser.api.providers.signIn({ body: { provider: 'orcid' } })
    const state = new URL(url!).searchParams.get('state')!
    const query = new URLSearchParams({ error: 'x', error_description: 'Call this number', state })
    expect(await browser.follow(callback('orcid', query))).toBe(failed('refused'))
  })
})

describe('nobody waits for', () => {
  test.each(['discovery', 'tokens', 'keys'] as const)('an answer that does not come: %s', async (which) => {
    const browser = aBrowser(scene.world)
    const { url } = await browser.api.providers.signIn({ body: { provider: 'orcid' } })
    configureProviders(scene.world, { orcid: provider, timeoutSeconds: 0.2 })
    provider.behaviour[which] = () => {}
    expect(await browser.follow(callback('orcid', provider.approve(url!, ORCID)))).toBe(failed('unreachable'))
    expect(await isSignedIn(browser)).toBe(false)
  })

  test.each(['discovery', 'tokens', 'keys'] as const)('an answer that does not end: %s', async (which) => {
    const browser = aBrowser(scene.world)
    const { url } = await browser.api.providers.signIn({ body: { provider: 'orcid' } })
    provider.behaviour[which] = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(16_384)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    expect(await browser.follow(callback('orcid', provider.approve(url!, ORCID)))).toBe(failed('unreachable'))
  })

  test('one that trickles: the time is that of the whole answer', async () => {
    const browser = aBrowser(scene.world)
    const { url } = await browser.api.providers.signIn({ body: { provider: 'orcid' } })
    configureProviders(scene.world, { orcid: provider, timeoutSeconds: 0.3 })
    provider.behaviour.tokens = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const trickle = setInterval(() => response.write(' '), 20)
      response.once('close', () => clearInterval(trickle))
    }
    expect(await browser.follow(callback('orcid', provider.approve(url!, ORCID)))).toBe(failed('unreachable'))
  })

  test('one that is not there', async () => {
    const gone = await aHostileProvider()
    configureProviders(scene.world, { orcid: gone })
    await gone.close()
    expect(await aBrowser(scene.world).api.providers.signIn({ body: { provider: 'orcid' } })).toEqual({
      result: 0,
      message: 'ORCID did not answer in time. Please try again later.',
    })
  })
})

describe('no visit begins', () => {
  const begin = () => aBrowser(scene.world).api.providers.signIn({ body: { provider: 'orcid' } })

  test.each<[string, Partial<Behaviour>]>([
    [
      'whose document names another issuer',
      { metadata: (m) => ({ ...m, issuer: 'https://evil.example.org' }) },
    ],
    [
      'whose document is moved',
      { discovery: (_, r) => r.writeHead(302, { location: 'https://evil.example.org' }).end() },
    ],
    [
      'whose document is none',
      { discovery: (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>') },
    ],
    [
      'whose sign-in page is a script',
      { metadata: (m) => ({ ...m, authorization_endpoint: 'javascript:alert(1)' }) },
    ],
    ['whose sign-in page is none', { metadata: ({ authorization_endpoint: _, ...m }) => m }],
  ])('at a provider %s', async (_, behaviour) => {
    Object.assign(provider.behaviour, behaviour)
    const { result, url } = await begin()
    expect([result, url]).toEqual([0, undefined])
  })
})

test('a rotated key is known at once', async () => {
  expect(await signInWith(aBrowser(scene.world), provider)).toContain('next=')
  Object.assign(provider.behaviour, { signedWith: 'second', published: ['second'] })
  expect(await signInWith(aBrowser(scene.world), provider)).toContain('next=')
})

test('the address asks for a code with PKCE, state and nonce, and back to this provider’s own address', async () => {
  const { url } = await aBrowser(scene.world).api.providers.signIn({ body: { provider: 'orcid' } })
  const asked = Object.fromEntries(new URL(url!).searchParams)
  expect(asked).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid',
    redirect_uri: `${scene.world.services.config.baseUrl}/api/providers/callback/orcid`,
  })
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/u)
})

test('the database holds neither state nor nonce nor verifier', async () => {
  const browser = aBrowser(scene.world)
  const { url } = await browser.api.providers.signIn({ body: { provider: 'orcid' } })
  const { searchParams } = new URL(url!)
  const rows = JSON.stringify(
    await scene.world.db.selectFrom('pending_provider_visits').selectAll().execute(),
  )
  for (const secret of [
    searchParams.get('state')!,
    searchParams.get('nonce')!,
    browser.cookies.get('ao_provider')!,
  ])
    expect(rows).not.toContain(secret)
})
