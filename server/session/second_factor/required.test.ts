import { expect, test } from 'vitest'
import { allows, type Role } from '#domain/access.ts'
import { contract } from '#domain/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { SETTING_NAMES, SETTINGS } from '#domain/masters/settings.ts'
import { SECURITY_PATH } from '#domain/session/second_factor.ts'
import { aTerm, aUser } from '../../builders/people.ts'
import { anApp, aPasskey, askFactor } from '../../builders/second_factor.ts'
import { aBrowser } from '../../testing/browser.ts'
import { withServer } from '../../testing/test_server.ts'
import { hashPassword } from '../password_hash.ts'

const PASSWORD = 'correct horse battery'
const hashed = hashPassword(PASSWORD)

test('a user who must set up a second factor can reach only the endpoints for that, in every role', () =>
  withServer(async (world) => {
    await aTerm(world.ctx())
    await askFactor(world.ctx(), true)
    const roles: Role[] = ['admin', 'proposer']
    const { request } = await world.as(await aUser(world.ctx(), roles))
    for (const { method, path, access } of Object.values<Record<string, Endpoint>>(contract).flatMap((area) =>
      Object.values(area),
    )) {
      if (access === 'public' || !allows(access, roles)) continue
      const reply = await request(method, path.replace(/:\w+/gu, '1'), method === 'GET' ? undefined : {})
      const open = path.startsWith(SECURITY_PATH) || path === '/api/change_password'
      if (open) expect([path, reply.statusCode]).not.toEqual([path, 403])
      else
        expect([path, reply.statusCode, reply.json().message]).toEqual([
          path,
          403,
          'Your role requires a second factor. Set one up on Sign-in and security.',
        ])
    }
  }))

test('it is required of office and panel without one while the setting is on', () =>
  withServer(async (world) => {
    await aTerm(world.ctx())
    const owes = async (roles: Role[], has?: typeof anApp | typeof aPasskey) => {
      const user = await aUser(world.ctx(), roles)
      await has?.(world.ctx(), user)
      const told = await (await world.as(user)).api.session.loginUser()
      return told !== 0 && told.owes_second_factor === true
    }
    expect(await owes(['admin'])).toBe(false)
    await askFactor(world.ctx(), true)
    expect(await owes(['admin'])).toBe(true)
    expect(await owes(['panel', 'reviewer'])).toBe(true)
    expect(await owes(['reviewer'])).toBe(false)
    expect(await owes(['proposer'])).toBe(false)
    expect(await owes(['admin'], anApp)).toBe(false)
    expect(await owes(['panel'], aPasskey)).toBe(false)
  }))

test('a sign-in leads to the page where it is set up', () =>
  withServer(async (world) => {
    await askFactor(world.ctx(), true)
    const user = await aUser(world.ctx(), ['panel'], { password_hash: await hashed })
    const { session } = aBrowser(world).api
    const body = { email: user.email, password: PASSWORD }
    expect(await session.login({ body })).toMatchObject({
      success: true,
      redirect: '/security',
      user: { owes_second_factor: true },
    })
  }))

test('only an administrator with a second factor can require it of others', () =>
  withServer(async (world) => {
    const admin = await aUser(world.ctx(), ['admin'])
    const { api, request } = await world.as(admin)
    const values = Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].default]))
    const save = () => request('PUT', '/api/settings', { ...values, second_factor_required: true })
    expect((await save()).json().errors.second_factor_required[0]).toMatch(/your own second factor first/u)
    await anApp(world.ctx(), admin)
    expect((await save()).json()).toMatchObject({ result: 1 })
    expect(await api.session.loginUser()).toMatchObject({ id: admin.id })
  }))
