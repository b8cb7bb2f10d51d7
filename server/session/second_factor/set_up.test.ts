import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/access.ts'
import { aUser } from '../../builders/people.ts'
import { anApp, aPasskey, askFactor, codeAt, recoveryCodes } from '../../builders/second_factor.ts'
import { anAuthenticator } from '../../testing/authenticator.ts'
import { type TestServer, withServer } from '../../testing/test_server.ts'
import { hashPassword } from '../password_hash.ts'

const PASSWORD = 'correct horse battery'
const hashed = hashPassword(PASSWORD)
const byPassword = { body: { password: PASSWORD } }
const ORIGIN = 'https://ao.example.org'
const NOON = '2026-04-01T12:00:00Z'

/** Someone who knows their password, and their browser, on a system that has a name. */
async function aMember(world: TestServer, roles: Role[] = ['panel']) {
  world.at(NOON)
  world.services.config = { ...world.services.config, baseUrl: ORIGIN }
  const user = await aUser(world.ctx(), roles, { password_hash: await hashed })
  const visit = await world.as(user)
  return { user, visit, security: visit.api.security }
}

const mailsTo = async ({ db }: TestServer) =>
  (await db.selectFrom('mails').select(['kind', 'body']).orderBy('id').execute()).map(({ kind }) => kind)

describe('an authenticator app', () => {
  test('is set up with the password and a code; its secret is shown once and never recorded', () =>
    withServer(async (world) => {
      const { user, visit, security } = await aMember(world)
      const wrong = await visit.request('POST', '/api/security/totp/begin', { password: 'not mine' })
      expect([wrong.statusCode, wrong.json().errors]).toEqual([
        400,
        { password: ['The password is not right.'] },
      ])
      const { secret, uri } = await security.beginApp(byPassword)
      expect(uri).toContain(`secret=${secret}`)
      expect(decodeURIComponent(uri!)).toContain(user.email)
      const bad = await visit.request('POST', '/api/security/totp', { code: '000000' })
      expect(bad.json().errors.code[0]).toMatch(/not right/u)
      const code = codeAt(secret!, new Date(NOON))
      const added = await security.addApp({ body: { code: `${code.slice(0, 3)} ${code.slice(3)}` } })
      expect(added).toMatchObject({ result: 1 })
      expect(added.recovery_codes).toHaveLength(10)
      expect(await security.show()).toMatchObject({
        totp: { created_at: '2026-04-01T12:00:00.000Z', last_used_at: null },
        recovery_codes: 10,
      })
      expect(await security.beginApp(byPassword)).toMatchObject({ result: 0 })
      expect(await mailsTo(world)).toEqual(['second_factor'])
      const told = JSON.stringify([
        await security.show(),
        await world.db.selectFrom('audit_entries').selectAll().execute(),
        await world.db.selectFrom('mails').selectAll().execute(),
      ])
      expect(told).not.toContain(secret)
      for (const one of added.recovery_codes!) expect(told).not.toContain(one)
    }))

  test('setup belongs to its session and expires', () =>
    withServer(async (world) => {
      const { user, security } = await aMember(world)
      const { secret } = await security.beginApp(byPassword)
      const elsewhere = (await world.as(user)).api.security
      const body = { code: codeAt(secret!, new Date(NOON)) }
      expect(await elsewhere.addApp({ body })).toMatchObject({ result: 0 })
      world.at('2026-04-01T12:15:00Z')
      expect(await security.addApp({ body })).toMatchObject({ result: 0 })
    }))
})

describe('a passkey', () => {
  test('is added under a name, and a second one makes no new recovery codes', () =>
    withServer(async (world) => {
      const { security } = await aMember(world)
      const key = anAuthenticator(ORIGIN)
      const add = async (name: string, { make } = key) => {
        const { options } = await security.beginPasskey({ body: { password: PASSWORD, name } })
        return security.addPasskey({ body: { response: make(options) } })
      }
      expect((await add('Laptop')).recovery_codes).toHaveLength(10)
      expect(await add('The same again')).toMatchObject({
        result: 0,
        message: expect.stringMatching(/in use/u),
      })
      const another = await add('Key ring', anAuthenticator(ORIGIN))
      expect(another).toEqual({ result: 1, message: 'The passkey Key ring is added.' })
      const { passkeys } = await security.show()
      expect(passkeys.map(({ name, last_used_at }) => [name, last_used_at])).toEqual([
        ['Laptop', null],
        ['Key ring', null],
      ])
    }))

  test('for another origin, or for a used or expired challenge, is refused', () =>
    withServer(async (world) => {
      const { security } = await aMember(world)
      const begin = async () =>
        (await security.beginPasskey({ body: { password: PASSWORD, name: 'Laptop' } })).options
      const add = async (response: ReturnType<ReturnType<typeof anAuthenticator>['make']>) =>
        (await security.addPasskey({ body: { response } })).result
      const key = anAuthenticator(ORIGIN)
      const options = await begin()
      expect(await add(anAuthenticator('https://a0.example.org').make(options))).toBe(0)
      expect(await add(key.make(options))).toBe(0)
      const late = await begin()
      world.at('2026-04-01T12:05:00Z')
      expect(await add(key.make(late))).toBe(0)
      expect(await add(key.make(await begin()))).toBe(1)
    }))

  test('needs a host name', () =>
    withServer(async (world) => {
      const { security } = await aMember(world)
      world.services.config = { ...world.services.config, baseUrl: 'http://127.0.0.1:3000' }
      const body = { password: PASSWORD, name: 'Laptop' }
      expect(await security.beginPasskey({ body })).toMatchObject({ result: 0 })
      expect((await security.show()).why_not_passkey).toMatch(/by a name/u)
    }))
})

describe('removing', () => {
  test('one’s own passkeys and app needs the password; the last one takes the recovery codes with it', () =>
    withServer(async (world) => {
      const { user, visit, security } = await aMember(world)
      const ctx = world.ctx()
      await anApp(ctx, user)
      await recoveryCodes(ctx, user)
      const id = await aPasskey(ctx, user)
      const stranger = await aPasskey(ctx, await aUser(ctx, ['panel']), 'Someone else’s')
      const remove = async (one: number, body: object) =>
        (await visit.request('POST', `/api/security/passkeys/remove/${one}`, body)).statusCode
      expect(await remove(id, { password: 'not mine' })).toBe(400)
      expect(await remove(stranger, { password: PASSWORD })).toBe(403)
      expect(await remove(2_000_000_000, { password: PASSWORD })).toBe(404)
      expect(await security.removeApp(byPassword)).toMatchObject({ result: 1 })
      expect(await security.removeApp(byPassword)).toMatchObject({ result: 0 })
      expect(await security.show()).toMatchObject({ totp: null, recovery_codes: 10 })
      expect(await remove(id, { password: PASSWORD })).toBe(200)
      expect(await security.show()).toMatchObject({ passkeys: [], recovery_codes: 0 })
      expect(await mailsTo(world)).toEqual(['second_factor', 'second_factor'])
    }))

  test('the last factor is refused while the role requires one', () =>
    withServer(async (world) => {
      const { user, security } = await aMember(world)
      await anApp(world.ctx(), user)
      await askFactor(world.ctx(), true)
      expect(await security.removeApp(byPassword)).toMatchObject({ result: 0 })
      expect((await security.show()).required).toBe(true)
    }))
})

test('a new set of recovery codes replaces the old one', () =>
  withServer(async (world) => {
    const { user, security } = await aMember(world)
    expect(await security.makeCodes(byPassword)).toMatchObject({ result: 0 })
    await anApp(world.ctx(), user)
    const hashes = async () =>
      (await world.db.selectFrom('recovery_codes').select('code_hash').execute()).map((row) => row.code_hash)
    expect((await security.makeCodes(byPassword)).recovery_codes).toHaveLength(10)
    const first = await hashes()
    await security.makeCodes(byPassword)
    const now = await hashes()
    expect(now).toHaveLength(10)
    expect(now.filter((hash) => first.includes(hash))).toEqual([])
  }))
