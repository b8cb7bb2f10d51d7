import { describe, expect, test } from 'vitest'
import type { PasskeyAssertion } from '#domain/session/contract.ts'
import { aUser } from '../../builders/people.ts'
import { anAuthenticator, type Forgery } from '../../testing/authenticator.ts'
import { aBrowser } from '../../testing/browser.ts'
import { sharedServer, type TestServer } from '../../testing/test_server.ts'
import { hashPassword } from '../password_hash.ts'

const PASSWORD = 'correct horse battery'
const hashed = hashPassword(PASSWORD)
const ORIGIN = 'https://ao.example.org'
const body = { password: PASSWORD, name: 'Laptop' }

/** Pages and authenticators that sign with the true key what they must not; with the origin of the page. */
const HOSTILE: Record<string, [origin: string, forgery: Forgery]> = {
  'another site with its own relying party': ['https://evil.example', {}],
  'another site that names ours': ['https://evil.example', { rpId: 'ao.example.org' }],
  'our site for another relying party': [ORIGIN, { rpId: 'evil.example' }],
  'our site for the parent domain': [ORIGIN, { rpId: 'example.org' }],
  'a subdomain': ['https://sub.ao.example.org', { rpId: 'ao.example.org' }],
  'a sibling domain': ['https://other.example.org', { rpId: 'example.org' }],
  'the parent domain': ['https://example.org', { rpId: 'example.org' }],
  'a name that begins like ours': ['https://ao.example.org.evil.example', { rpId: 'ao.example.org' }],
  http: ['http://ao.example.org', {}],
  'another port': ['https://ao.example.org:8443', {}],
  'no origin': ['https://ao.example.org', { client: { origin: 'null' } }],
  'an app': ['https://ao.example.org', { client: { origin: 'android:apk-key-hash:x' } }],
  'a frame of another site': [ORIGIN, { client: { crossOrigin: true, topOrigin: 'https://evil.example' } }],
  'a frame of an unnamed site': [ORIGIN, { client: { crossOrigin: true } }],
  'a frame said not to be one': [ORIGIN, { client: { topOrigin: 'https://evil.example' } }],
  'another challenge': [ORIGIN, { client: { challenge: Buffer.from('another').toString('base64url') } }],
  'no challenge': [ORIGIN, { client: { challenge: '' } }],
  'the other ceremony': [ORIGIN, { client: { type: 'webauthn.other' } }],
}

/** A member with a passkey, another one with theirs, and ways to be halfway through signing in. */
async function scene(world: TestServer) {
  world.at('2026-04-01T12:00:00Z')
  world.services.config = { ...world.services.config, baseUrl: ORIGIN }
  const member = async () => {
    const user = await aUser(world.ctx(), ['panel'], { password_hash: await hashed })
    const { security } = (await world.as(user)).api
    const key = anAuthenticator(ORIGIN)
    const { options } = await security.beginPasskey({ body })
    await security.addPasskey({ body: { response: key.make(options) } })
    return { user, key, security }
  }
  const [one, other] = [await member(), await member()]
  const halfway = async ({ email }: { email: string }) => {
    const { session } = aBrowser(world).api
    await session.login({ body: { email, password: PASSWORD } })
    const show = async (response: PasskeyAssertion) =>
      (await session.loginSecond({ body: { method: 'passkey', response } })).success
    return { ask: async () => (await session.loginPasskey()).options, show }
  }
  return { one, other, halfway }
}

describe('a passkey', () => {
  const { scene: made } = sharedServer(scene)

  test('signs in, is added, and may name its user', async () => {
    const { ask, show } = await made.halfway(made.one.user)
    const handle = made.one.key.forging({ userHandle: `ao-user-${made.one.user.id}` })
    expect(await show(handle.show(await ask(), 1))).toBe(true)
    const { options } = await made.one.security.beginPasskey({ body })
    const response = anAuthenticator(ORIGIN).make(options)
    expect(await made.one.security.addPasskey({ body: { response } })).toMatchObject({ result: 1 })
  })

  describe.each(Object.entries(HOSTILE))('from %s', (_, [origin, forgery]) => {
    test('does not sign in', async () => {
      const { ask, show } = await made.halfway(made.one.user)
      expect(await show(made.one.key.forging(forgery, origin).show(await ask(), 1))).toBe(false)
    })

    test('is not added', async () => {
      const { options } = await made.one.security.beginPasskey({ body })
      const response = anAuthenticator(origin, forgery).make(options)
      expect(await made.one.security.addPasskey({ body: { response } })).toMatchObject({ result: 0 })
      expect((await made.one.security.show()).passkeys).toHaveLength(1)
    })
  })

  test('of another user does not sign in, even with its own challenge', async () => {
    const [mine, theirs] = [await made.halfway(made.one.user), await made.halfway(made.other.user)]
    expect(await mine.show(made.other.key.show(await mine.ask(), 1))).toBe(false)
    await mine.ask()
    expect(await mine.show(made.other.key.show(await theirs.ask(), 1))).toBe(false)
    await mine.ask()
    expect(await mine.show(made.one.key.show(await theirs.ask(), 1))).toBe(false)
  })

  test('under the id of one’s own does not sign in with another key', async () => {
    const { ask, show } = await made.halfway(made.one.user)
    const { id, rawId } = made.one.key.show(await ask(), 1)
    expect(await show({ ...made.other.key.show(await ask(), 1), id, rawId })).toBe(false)
    expect(await show({ ...made.one.key.show(await ask(), 1), rawId: 'AAAA' })).toBe(false)
  })

  test.each(['ao-user-0', '', 'someone else'])(
    'that names another user (%j) does not sign in',
    async (userHandle) => {
      const { ask, show } = await made.halfway(made.one.user)
      expect(await show(made.one.key.forging({ userHandle }).show(await ask(), 1))).toBe(false)
    },
  )

  test('answers a challenge once, and not after a newer one, or after five minutes', async () => {
    const { ask, show } = await made.halfway(made.one.user)
    const older = made.one.key.show(await ask(), 1)
    await ask()
    expect(await show(older)).toBe(false)
    const late = made.one.key.show(await ask(), 1)
    made.world.at('2026-04-01T12:05:00Z')
    expect(await show(late)).toBe(false)
    made.world.at('2026-04-01T12:00:00Z')
    const replayed = made.one.key.show(await ask(), 1)
    expect(await show(replayed)).toBe(true)
    const again = await made.halfway(made.one.user)
    await again.ask()
    expect(await again.show(replayed)).toBe(false)
  })

  test.each([
    [5, 4, false],
    [5, 5, false],
    [5, 0, false],
    [5, 6, true],
    [0, 0, true],
  ])('with counter %i and then %i: %s', async (first, second, accepted) => {
    const here = await made.halfway(made.one.user)
    expect(await here.show(made.one.key.show(await here.ask(), first))).toBe(true)
    const again = await made.halfway(made.one.user)
    expect(await again.show(made.one.key.show(await again.ask(), second))).toBe(accepted)
  })

  test('that another user has added cannot be added, and the answer names no one', async () => {
    const { options } = await made.one.security.beginPasskey({ body })
    const reply = await made.one.security.addPasskey({ body: { response: made.other.key.make(options) } })
    expect(reply).toEqual({ result: 0, message: 'This passkey is in use already.' })
  })

  test('is added only by the session that began, and only once', async () => {
    const { options } = await made.one.security.beginPasskey({ body })
    const response = anAuthenticator(ORIGIN).make(options)
    const elsewhere = (await made.world.as(made.one.user)).api.security
    expect(await elsewhere.addPasskey({ body: { response } })).toMatchObject({ result: 0 })
    expect(await made.other.security.addPasskey({ body: { response } })).toMatchObject({ result: 0 })
    expect(await made.one.security.addPasskey({ body: { response } })).toMatchObject({ result: 1 })
    expect(await made.one.security.addPasskey({ body: { response } })).toMatchObject({ result: 0 })
  })
})
