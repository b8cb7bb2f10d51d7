import { describe, expect, test } from 'vitest'
import { aUser } from '../../builders/people.ts'
import { aBrowser } from '../../testing/browser.ts'
import { withServer } from '../../testing/test_server.ts'
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
