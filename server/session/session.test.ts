import { describe, expect, test } from 'vitest'
import { aPerson, aTerm, aUser } from '../builders/people.ts'
import { browserOf, inParallelWorld, inWorld, type World } from '../testing/world.ts'
import { hashPassword } from './passwords.ts'

const PASSWORD = 'correct horse battery'
const hashed = hashPassword(PASSWORD)

const aSignedUp = async ({ ctx }: World, roles: Parameters<typeof aUser>[1], options = {}) =>
  aUser(ctx(), roles, { password_hash: await hashed, ...options })
const login = ({ visitor }: World, email: string, password = PASSWORD) =>
  visitor.api.session.login({ body: { email, password } })

/** The token in the newest mail's link. */
async function resetToken({ db }: World) {
  const mail = await db.selectFrom('mails').select('body').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return /\/password\/reset\/([\w-]+)\?email=/u.exec(mail.body)![1]!
}

describe('signing in', () => {
  test.each([
    [['admin'], '/'],
    [['panel'], '/'],
    [['reviewer', 'proposer'], '/'],
    [['proposer'], '/mypage'],
  ] as const)('as %s leads to %s, whatever the case of the ID', (roles, redirect) =>
    inWorld(async (world) => {
      await aTerm(world.ctx())
      const user = await aSignedUp(world, [...roles], { email: 'Some.One@Example.org' })
      expect(await login(world, 'some.one@example.ORG')).toMatchObject({
        success: true,
        redirect,
        role: [...roles],
        user: { id: user.id, email: 'Some.One@Example.org' },
      })
    }),
  )

  test('leads an administrator to open the first call, and nobody else', () =>
    inWorld(async (world) => {
      for (const [role, redirect] of [
        ['admin', '/masters/terms/add'],
        ['panel', '/'],
        ['proposer', '/mypage'],
      ] as const) {
        const user = await aSignedUp(world, [role])
        expect(await login(world, user.email)).toMatchObject({ redirect })
      }
    }))

  test('opens a session in a cookie that scripts can not read, and sign-out ends it', () =>
    inWorld(async (world) => {
      const user = await aSignedUp(world, ['panel'])
      const reply = await world.visitor.request('POST', '/api/admin/login', {
        email: user.email,
        password: PASSWORD,
      })
      const cookie = reply.cookies.find(({ name }) => name === 'ao_session')!
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
      const browser = browserOf(cookie.value)
      expect(reply.cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value).toBe(browser.csrf)
      const headers = { cookie: browser.cookie, 'x-xsrf-token': browser.csrf }
      const who = () => world.app.inject({ url: '/api/login_user', headers })
      expect((await who()).json()).toMatchObject({ id: user.id, role: ['panel'] })
      await world.app.inject({ method: 'POST', url: '/api/admin/logout', headers })
      expect((await who()).json()).toBe(0)
    }))

  test('fails alike for a wrong password, an unknown e-mail and a disabled user', () =>
    inWorld(async (world) => {
      const user = await aSignedUp(world, ['panel'])
      const gone = await aSignedUp(world, ['panel'], { disabled: true })
      for (const answer of [
        await login(world, user.email, 'wrong'),
        await login(world, 'nobody@example.org'),
        await login(world, gone.email),
      ])
        expect(answer).toEqual({ success: false })
    }))

  test('without ID or password says so on the field', () =>
    inWorld(async ({ visitor }) => {
      const reply = await visitor.request('POST', '/api/admin/login', { email: ' ' })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors).toEqual({
        email: ['Please enter your email address'],
        password: ['Please enter your password'],
      })
    }))

  test('is closed after six failures of one e-mail from one address, even with the right password', () =>
    inParallelWorld(async (world) => {
      const user = await aSignedUp(world, ['panel'])
      const attempts = await Promise.allSettled(
        Array.from({ length: 10 }, () => login(world, user.email, 'wrong')),
      )
      expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
      const reply = await world.visitor.request('POST', '/api/admin/login', {
        email: user.email,
        password: PASSWORD,
      })
      expect(reply.statusCode).toBe(429)
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    }))

  test('that succeeds does not count', () =>
    inWorld(async (world) => {
      const user = await aSignedUp(world, ['panel'])
      for (let i = 0; i < 8; i++) expect(await login(world, user.email)).toMatchObject({ success: true })
    }))
})

describe('a session', () => {
  test('ends after two idle hours, and lives on while it is used', () =>
    inWorld(async ({ ctx, as, at }) => {
      at('2026-04-01T10:00:00Z')
      const { api } = await as(await aUser(ctx(), ['panel']))
      for (const time of ['2026-04-01T11:59:00Z', '2026-04-01T13:58:00Z']) {
        at(time)
        expect(await api.session.loginUser()).not.toBe(0)
      }
      at('2026-04-01T15:59:00Z')
      expect(await api.session.loginUser()).toBe(0)
    }))

  test('ends after a day whatever happens', () =>
    inWorld(async ({ ctx, as, at }) => {
      at('2026-04-01T00:00:00Z')
      const { api } = await as(await aUser(ctx(), ['panel']))
      for (let hour = 1; hour < 24; hour++) {
        at(new Date(Date.UTC(2026, 3, 1, hour)))
        expect(await api.session.loginUser()).not.toBe(0)
      }
      at('2026-04-02T00:00:00Z')
      expect(await api.session.loginUser()).toBe(0)
    }))

  test('follows the roles of the moment, and ends with a disabled user', () =>
    inWorld(async ({ ctx, as, db }) => {
      await aTerm(ctx())
      const user = await aUser(ctx(), ['admin'])
      const visit = await as(user)
      const status = async () => (await visit.request('GET', '/api/applicants')).statusCode
      expect(await status()).toBe(200)
      await db
        .updateTable('users')
        .set({ is_administration_office: false, is_panel: true })
        .where('id', '=', user.id)
        .execute()
      expect(await status()).toBe(403)
      await db.updateTable('users').set({ disabled: true }).where('id', '=', user.id).execute()
      expect(await status()).toBe(401)
    }))
})

describe('writing calls', () => {
  test('without the token of the cookie answer 419', () =>
    inWorld(async ({ app }) => {
      const call = (headers: { cookie?: string; 'x-xsrf-token'?: string }) =>
        app.inject({ method: 'POST', url: '/api/admin/login', payload: {}, headers })
      for (const headers of [
        {},
        { cookie: 'XSRF-TOKEN=a' },
        { cookie: 'XSRF-TOKEN=a', 'x-xsrf-token': 'b' },
      ]) {
        const reply = await call(headers)
        expect([reply.statusCode, reply.json()]).toEqual([419, { message: 'CSRF token mismatch.' }])
      }
    }))

  test('with the token of another session, or of a visitor, answer 419', () =>
    inWorld(async ({ app, as, ctx, visitor }) => {
      const user = await aUser(ctx(), ['panel'])
      const [one, other] = [await as(user), await as(user)]
      const session = /ao_session=.*/u.exec(one.cookie)![0]
      const call = (csrf: string) =>
        app.inject({
          method: 'POST',
          url: '/api/admin/logout',
          headers: { cookie: `XSRF-TOKEN=${csrf}; ${session}`, 'x-xsrf-token': csrf },
        })
      for (const { csrf } of [other, visitor]) expect((await call(csrf)).statusCode).toBe(419)
      expect(await one.api.session.loginUser()).toMatchObject({ id: user.id })
      expect((await call(one.csrf)).statusCode).toBe(200)
    }))

  test('get the session’s own token from the csrf-cookie call, and another after signing out', () =>
    inWorld(async ({ app, as, ctx }) => {
      const { cookie, csrf, request } = await as(await aUser(ctx(), ['panel']))
      const session = /ao_session=.*/u.exec(cookie)![0]
      const token = (reply: { cookies: { name: string; value: string }[] }) =>
        reply.cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value
      const asked = await app.inject({
        url: '/api/sanctum/csrf-cookie',
        headers: { cookie: `XSRF-TOKEN=${'b'.repeat(43)}; ${session}` },
      })
      expect(token(asked)).toBe(csrf)
      const out = await request('POST', '/api/admin/logout')
      expect(token(out)).not.toBe(csrf)
      expect(out.cookies.find(({ name }) => name === 'ao_session')).toMatchObject({ value: '' })
    }))

  test('get the token from the csrf-cookie call, which keeps one that is there', () =>
    inWorld(async ({ app }) => {
      const first = await app.inject('/api/sanctum/csrf-cookie')
      expect(first.statusCode).toBe(204)
      const { value } = first.cookies.find(({ name }) => name === 'XSRF-TOKEN')!
      const again = await app.inject({
        url: '/api/sanctum/csrf-cookie',
        headers: { cookie: `XSRF-TOKEN=${value}` },
      })
      expect(again.cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value).toBe(value)
    }))
})

describe('the password', () => {
  const change = { currentPass: PASSWORD, newPass: 'a wholly new one', newPassConfirm: 'a wholly new one' }

  test.each([
    [{ currentPass: 'wrong' }, 'surrent_password'],
    [{ newPass: 'short', newPassConfirm: 'short' }, 'new_password'],
    [{ newPass: 'basketball', newPassConfirm: 'basketball' }, 'new_password'],
    [{ newPass: 'WHO@example.org', newPassConfirm: 'WHO@example.org' }, 'new_password'],
    [{ newPass: PASSWORD, newPassConfirm: PASSWORD }, 'new_password'],
    [{ newPassConfirm: 'something else' }, 'confirm_password'],
  ])('change with %j is refused on %s', (part, error_type) =>
    inWorld(async (world) => {
      const { api } = await world.as(await aSignedUp(world, ['proposer'], { email: 'who@example.org' }))
      expect(await api.session.changePassword({ body: { ...change, ...part } })).toMatchObject({
        result: 0,
        error_type,
      })
    }),
  )

  test('change with fields that are blank or absent is answered with an error on each', () =>
    inWorld(async (world) => {
      const { request } = await world.as(await aSignedUp(world, ['proposer']))
      const required = ['This field is required.']
      const errors = { currentPass: required, newPass: required, newPassConfirm: required }
      for (const body of [{}, { currentPass: '', newPass: '', newPassConfirm: '' }]) {
        const reply = await request('POST', '/api/change_password', body)
        expect(reply.statusCode).toBe(400)
        expect(reply.json()).toMatchObject({ errors })
      }
    }))

  test('change ends the other sessions, tells the owner and opens with the new one only', () =>
    inWorld(async (world) => {
      const user = await aSignedUp(world, ['proposer'])
      const [here, there] = [await world.as(user), await world.as(user)]
      expect(await here.api.session.changePassword({ body: change })).toMatchObject({ result: 1 })
      expect(await here.api.session.loginUser()).not.toBe(0)
      expect(await there.api.session.loginUser()).toBe(0)
      expect(await login(world, user.email)).toEqual({ success: false })
      expect(await login(world, user.email, change.newPass)).toMatchObject({
        success: true,
        redirect: '/mypage',
      })
      expect(await world.db.selectFrom('mails').select('kind').execute()).toEqual([
        { kind: 'password_change' },
      ])
    }))

  test.each([
    'their own password change',
    "the office's change of the address",
    'a confirmed change of the address',
  ])('a reset link of a user dies with %s', (deed) =>
    inWorld(async (world) => {
      const user = await aSignedUp(world, ['panel', 'proposer'], { email: 'who@example.org' })
      const { api } = await world.as(user)
      await world.visitor.api.session.requestReset({ body: { email: user.email } })
      const token = await resetToken(world)
      if (deed.startsWith('their')) await api.session.changePassword({ body: change })
      else if (deed.startsWith('the office')) {
        const office = await world.as(await aUser(world.ctx(), ['admin']))
        const roles = { is_administration_office: 0, is_panel: 1, is_reviewer: 0, disabled: 0 } as const
        const body = { ...aPerson({ email: 'new@example.org' }), ...roles }
        await office.api.users.save({ params: { id: user.id }, body })
      } else {
        const body = { ...aPerson({ email: 'new@example.org' }), password: PASSWORD }
        await api.users.saveMyProfile({ body })
        const { body: mail } = await world.db
          .selectFrom('mails')
          .select('body')
          .where('kind', '=', 'email_confirmation')
          .executeTakeFirstOrThrow()
        const email_token = /confirm=([\w-]+)/u.exec(mail)![1]!
        expect(await api.users.saveMyProfile({ body: { ...body, email_token } })).toMatchObject({ result: 1 })
      }
      const left = await world.db.selectFrom('password_resets').selectAll().execute()
      expect(left).toEqual([])
      const { email } = await world.db
        .selectFrom('users')
        .select('email')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
      expect(await world.visitor.api.session.reset({ body: { email, token } })).toMatchObject({ result: 0 })
    }),
  )

  test('request says whether the e-mail is registered', () =>
    inWorld(async (world) => {
      const user = await aSignedUp(world, ['proposer'])
      const request = (email: string) => world.visitor.api.session.requestReset({ body: { email } })
      expect(await request('nobody@example.org')).toEqual({
        result: 0,
        message: 'The email address is not registered.',
      })
      expect(await request(user.email)).toEqual({ result: 1, message: 'I sent a password reset email.' })
    }))

  test('reset link works once, within 60 minutes, and mails a password that must be changed', () =>
    inWorld(async (world) => {
      world.at('2026-04-01T10:00:00Z')
      const user = await aSignedUp(world, ['proposer'])
      const { api } = world.visitor
      const request = () => api.session.requestReset({ body: { email: user.email } })
      await request()
      const late = await resetToken(world)
      world.at('2026-04-01T11:00:01Z')
      expect(await api.session.reset({ body: { email: user.email, token: late } })).toMatchObject({
        result: 0,
      })
      await request()
      const token = await resetToken(world)
      const other = await aSignedUp(world, ['proposer'])
      expect(await api.session.reset({ body: { email: other.email, token } })).toMatchObject({ result: 0 })
      expect(await api.session.reset({ body: { email: user.email, token } })).toMatchObject({ result: 1 })
      expect(await api.session.reset({ body: { email: user.email, token } })).toMatchObject({ result: 0 })
      const { body } = await world.db
        .selectFrom('mails')
        .select('body')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const password = /^Password: (\w{16})$/mu.exec(body)![1]!
      expect(await login(world, user.email, password)).toMatchObject({ success: true, redirect: '/password' })
      world.at('2026-04-15T11:00:02Z')
      expect(await login(world, user.email, password)).toEqual({ success: false })
    }))
})
