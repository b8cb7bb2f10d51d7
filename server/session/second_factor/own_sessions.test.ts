import { describe, expect, test } from 'vitest'
import { aUser } from '../../builders/people.ts'
import { anApp, aPasskey, codeAt } from '../../builders/second_factor.ts'
import { anAuthenticator } from '../../testing/authenticator.ts'
import { aBrowser } from '../../testing/browser.ts'
import { type TestServer, withServer } from '../../testing/test_server.ts'
import { hashPassword } from '../password_hash.ts'

const PASSWORD = 'correct horse battery'
const hashed = hashPassword(PASSWORD)
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1'

describe('a user’s own sessions', () => {
  test('are listed with browser and address, and can be ended one by one or all except the current one', () =>
    withServer(async (world) => {
      const user = await aUser(world.ctx(), ['proposer'], { password_hash: await hashed })
      const body = { email: user.email, password: PASSWORD }
      const [here, phone] = [aBrowser(world), aBrowser(world, IPHONE)]
      await here.api.session.login({ body })
      await phone.api.session.login({ body })
      const third = await world.as(user)
      const { sessions } = await here.api.security.show()
      expect(sessions.map(({ browser, current }) => [browser, current]).sort()).toEqual([
        ['An unknown browser', false],
        ['Firefox on Linux', true],
        ['Safari on iPhone', false],
      ])
      const [mine, theirs] = ['Firefox on Linux', 'Safari on iPhone'].map(
        (name) => sessions.find(({ browser }) => browser === name)!,
      )
      expect(theirs!.address).toBe('127.0.0.1')
      const end = (id: number) => here.api.security.endSession({ params: { id } })
      expect(await end(mine!.id)).toMatchObject({ result: 0 })
      expect(await end(theirs!.id)).toMatchObject({ result: 1 })
      expect(await phone.api.session.loginUser()).toBe(0)
      await expect(end(theirs!.id)).rejects.toMatchObject({ kind: 'missing' })
      expect(await here.api.security.endOthers()).toMatchObject({ result: 1 })
      expect(await third.api.session.loginUser()).toBe(0)
      expect(await here.api.session.loginUser()).toMatchObject({ id: user.id })
    }))

  describe.each([
    ['by default', {}, 0],
    ['if asked to', { end_others: '1' }, 0],
    ['unless told not to', { end_others: false }, 1],
  ] as const)('end when a second factor changes, %s', (_, box, left) => {
    /** A user with a factor of each kind, their browser and another session. */
    async function scene(world: TestServer) {
      world.at('2026-04-01T12:00:00Z')
      const origin = 'https://ao.example.org'
      world.services.config = { ...world.services.config, baseUrl: origin }
      const user = await aUser(world.ctx(), ['proposer'], { password_hash: await hashed })
      const { api } = await world.as(user)
      const phone = aBrowser(world, IPHONE)
      await phone.api.session.login({ body: { email: user.email, password: PASSWORD } })
      const ended = async (reply: { result: number; message: string }) => {
        expect(reply.result).toBe(1)
        expect((await api.security.show()).sessions).toHaveLength(1 + left)
        expect(/signed out elsewhere: Safari on iPhone\.$/u.test(reply.message)).toBe(left === 0)
        expect((await phone.api.session.loginUser()) === 0).toBe(left === 0)
      }
      return { world, user, ctx: world.ctx(), security: api.security, origin, ended }
    }
    type Scene = Awaited<ReturnType<typeof scene>>

    const CHANGES: Record<string, (scene: Scene) => Promise<{ result: number; message: string }>> = {
      'adding an app': async ({ world, security }) => {
        const { secret } = await security.beginApp({ body: { password: PASSWORD } })
        return security.addApp({ body: { code: codeAt(secret!, world.services.clock()), ...box } })
      },
      'adding a passkey': async ({ security, origin }) => {
        const { options } = await security.beginPasskey({ body: { password: PASSWORD, name: 'Key' } })
        return security.addPasskey({ body: { response: anAuthenticator(origin).make(options), ...box } })
      },
      'removing an app': async ({ ctx, user, security }) => {
        await anApp(ctx, user)
        return security.removeApp({ body: { password: PASSWORD, ...box } })
      },
      'removing a passkey': async ({ ctx, user, security }) => {
        const id = await aPasskey(ctx, user)
        return security.removePasskey({ params: { id }, body: { password: PASSWORD, ...box } })
      },
    }
    test.each(Object.keys(CHANGES))('by %s', (name) =>
      withServer(async (world) => {
        const made = await scene(world)
        await made.ended(await CHANGES[name]!(made))
      }),
    )
  })

  test('cannot be ended by others', () =>
    withServer(async (world) => {
      const stranger = await aUser(world.ctx(), ['proposer'])
      const theirs = await world.as(stranger)
      const { id } = (await theirs.api.security.show()).sessions[0]!
      const { api } = await world.as(await aUser(world.ctx(), ['admin']))
      await expect(api.security.endSession({ params: { id } })).rejects.toMatchObject({ kind: 'forbidden' })
      await api.security.endOthers()
      expect(await theirs.api.session.loginUser()).toMatchObject({ id: stranger.id })
    }))
})

test('a sign-in from a new browser is mailed to the user, except for the first browser', () =>
  withServer(async (world) => {
    world.at('2026-04-01T12:00:00Z')
    const user = await aUser(world.ctx(), ['proposer'], { password_hash: await hashed })
    const body = { email: user.email, password: PASSWORD }
    const mails = () =>
      world.db.selectFrom('mails').select(['kind', 'recipients', 'body']).orderBy('id').execute()
    const home = aBrowser(world)
    for (let sign = 0; sign < 2; sign++) await home.api.session.login({ body })
    expect(await mails()).toEqual([])
    await aBrowser(world, IPHONE).api.session.login({ body: { ...body, password: 'not theirs' } })
    expect(await mails()).toEqual([])
    await aBrowser(world, IPHONE).api.session.login({ body })
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ kind: 'new_sign_in', recipients: [user.email] })
    for (const fact of ['2026-04-01 12:00 UTC', 'Safari on iPhone', '127.0.0.1', '/password'])
      expect(mail!.body).toContain(fact)
    // Another user of the same computer is known there by nobody.
    const other = await aUser(world.ctx(), ['panel'], { password_hash: await hashed })
    await aBrowser(world).api.session.login({ body: { ...body, email: other.email } })
    await home.api.session.login({ body: { ...body, email: other.email } })
    expect((await mails()).map(({ recipients }) => recipients)).toEqual([[user.email], [other.email]])
  }))
