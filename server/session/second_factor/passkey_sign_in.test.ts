import { expect, test } from 'vitest'
import type { PasskeyAssertion } from '#domain/session/contract.ts'
import { aUser } from '../../builders/people.ts'
import { anAuthenticator } from '../../testing/authenticator.ts'
import { aBrowser } from '../../testing/browser.ts'
import { type TestServer, withServer } from '../../testing/test_server.ts'
import { hashPassword } from '../password_hash.ts'

const PASSWORD = 'correct horse battery'
const hashed = hashPassword(PASSWORD)
const ORIGIN = 'https://ao.example.org'

/** Someone with a passkey, as their browser knows it. */
async function aMember(world: TestServer) {
  world.services.config = { ...world.services.config, baseUrl: ORIGIN }
  const user = await aUser(world.ctx(), ['panel'], { password_hash: await hashed })
  const { security } = (await world.as(user)).api
  const key = anAuthenticator(ORIGIN)
  const { options } = await security.beginPasskey({ body: { password: PASSWORD, name: 'Laptop' } })
  await security.addPasskey({ body: { response: key.make(options) } })
  return { user, key, security }
}

/** A browser in which the password was right, and what it does then. */
async function halfway(world: TestServer, { email }: { email: string }) {
  const { session } = aBrowser(world).api
  const { second } = await session.login({ body: { email, password: PASSWORD } })
  expect(second!.methods).toEqual(['passkey', 'recovery'])
  const ask = async () => (await session.loginPasskey()).options
  const show = async (response: PasskeyAssertion) =>
    (await session.loginSecond({ body: { method: 'passkey', response } })).success
  return { ask, show }
}

test('a sign-in with a passkey uses a challenge once, and its counter only grows', () =>
  withServer(async (world) => {
    const { user, key, security } = await aMember(world)
    const { ask, show } = await halfway(world, user)
    const first = await ask()
    expect(await show(anAuthenticator(ORIGIN).show(first, 1))).toBe(false)
    expect(await show(key.show(first, 1))).toBe(false)
    const second = await ask()
    const right = key.show(second, 5)
    expect(await show(right)).toBe(true)
    expect((await security.show()).passkeys[0]!.last_used_at).not.toBeNull()
    const again = await halfway(world, user)
    expect(await again.show(right)).toBe(false)
    expect(await again.show(key.show(await again.ask(), 5))).toBe(false)
    expect(await again.show(key.show(await again.ask(), 6))).toBe(true)
  }))

test('a passkey does not work without the password, for another origin, or for another user', () =>
  withServer(async (world) => {
    const { user, key } = await aMember(world)
    const { session } = aBrowser(world).api
    expect(await session.loginPasskey()).toEqual({ options: null })
    const { ask, show } = await halfway(world, user)
    expect(
      await show(key.forging({ rpId: 'ao.example.org' }, 'https://a0.example.org').show(await ask(), 1)),
    ).toBe(false)
    const { user: other } = await aMember(world)
    const theirs = await halfway(world, other)
    expect(await theirs.show(key.show(await theirs.ask(), 1))).toBe(false)
  }))
